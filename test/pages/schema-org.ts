import { Validator } from '@adobe/structured-data-validator/src/validator.js'
import { getSchemaOrgVocab } from '@openactive/data-models'

interface Reference {
  readonly '@id': string
}

/** An entry of the vocabulary of schema.org. */
interface Entry extends Reference {
  readonly '@type': string | readonly string[]
  readonly 'rdfs:subClassOf'?: Reference | readonly Reference[]
  readonly 'schema:rangeIncludes'?: Reference | readonly Reference[]
}

const vocabulary = getSchemaOrgVocab() as { readonly '@graph': readonly Entry[] }
const ENTRIES = new Map(vocabulary['@graph'].map((entry) => [entry['@id'], entry]))

const idsOf = (references: Entry['rdfs:subClassOf'] = []): string[] =>
  [references].flat().map((reference) => reference['@id'])

function isOf(type: string, range: readonly string[]): boolean {
  return (
    range.includes(type) ||
    idsOf(ENTRIES.get(type)?.['rdfs:subClassOf']).some((parent) => isOf(parent, range))
  )
}

/** The types that a value can be of. The address of a thing stands for it. */
function typesOf(value: unknown): string[] {
  if (typeof value === 'boolean') return ['schema:Boolean']
  if (typeof value === 'number') return ['schema:Number', 'schema:Integer']
  if (typeof value !== 'string') {
    return [`schema:${(value as { '@type': string })['@type']}`]
  }
  if (/^-?\d{4}(-\d\d-\d\d)?$/.test(value)) return ['schema:Date', 'schema:Text']
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(value)) return ['schema:DateTime']
  if (!/^https?:\/\//.test(value)) return ['schema:Text']
  const member = ENTRIES.get(value.replace('https://schema.org/', 'schema:'))
  return member === undefined ? ['schema:URL', 'schema:Thing'] : [member['@type']].flat()
}

/** The values that are of no type that their property takes: the validator checks types and properties only. */
function outOfRange(data: object): string[] {
  return Object.entries(data).flatMap(([name, given]) => {
    if (name.startsWith('@')) return []
    const range = idsOf(ENTRIES.get(`schema:${name}`)?.['schema:rangeIncludes'])
    return [given as unknown].flat().flatMap((value) => {
      const isInRange = typesOf(value).some((type) => isOf(type, range))
      const errors = isInRange ? [] : [`${name} is no ${JSON.stringify(value)}`]
      return typeof value === 'object' && value !== null
        ? [...errors, ...outOfRange(value)]
        : errors
    })
  })
}

/**
 * What is wrong with schema.org data: types and properties that the vocabulary lacks, what search engines require, and values
 * of other types than the property takes.
 */
export async function schemaOrgErrors(data: object): Promise<string[]> {
  const type = (data as { '@type': string })['@type']
  const validator = new Validator(vocabulary)
  const issues = await validator.validate({ jsonld: { [type]: [data] } })
  return [...issues.map(({ issueMessage }) => issueMessage), ...outOfRange(data)]
}
