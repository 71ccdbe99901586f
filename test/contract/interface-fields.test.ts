import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../support/repository.ts'
import { document, resolve, TRUE_OR_ABSENT, type Schema } from './document.ts'

/** A field as interface.md writes it; `type` is empty where only prose describes it. */
interface DescribedField {
  readonly name: string
  readonly type: string
}

const file = path.join(root, '../shared/interface.md')

/** Undefined where the description is not beside the repository, as in a clone of it alone. */
const description = existsSync(file) ? readFileSync(file, 'utf8') : undefined

// The contract must have the names, the order and the nullability of the given description. A clone of the
// repository does not contain it.

const resources = describedResources(description ?? '')
/** Fields that the service has added to those of the description, after them, by resource. */
const LATER: Readonly<Record<string, readonly string[]>> = { Event: ['is_cancelled'] }
const SCHEMA_OF: Readonly<Record<string, string>> = { 'Page envelope': 'ArtworkPage' }

describe.skipIf(description === undefined)('interface.md (skipped where it is absent)', () => {
  it('is read whole', () => {
    expect([...resources].map(([name, fields]) => `${name} ${fields.length}`)).toEqual([
      'Page envelope 4',
      'Artwork 42',
      'Artist 7',
      'Gallery 12',
      'User 9',
      'Image 9',
      'ArtworkImage 11',
      'ArtworkCategory 10',
      'Tag 5',
      'Event 44',
      'EventImage 9',
      'Venue 9',
      'EventCategory 11',
    ])
  })

  it.each([...resources])('%s has these fields in this order', (name, fields) => {
    const names = [...fields.map((field) => field.name), ...(LATER[name] ?? [])]
    const toDo = 'Name a field that is not in the description in LATER (interface-fields.test.ts)'
    expect(Object.keys(schemaOf(name).properties ?? {}), toDo).toEqual(names)
    expect(schemaOf(name).required, toDo).toEqual(names.filter((one) => !TRUE_OR_ABSENT.has(one)))
  })

  it.each([...resources])('%s has these types', (name, fields) => {
    const typed = fields.filter(
      ({ type }) => /^[\w<>()| ]+$/.test(type) && !/in samples/.test(type),
    )
    const properties = schemaOf(name).properties ?? {}
    expect(typed.map((field) => `${field.name}: ${kindOf(properties[field.name] ?? {})}`)).toEqual(
      typed.map((field) => `${field.name}: ${describedKind(field)}`),
    )
  })

  it.each([
    ['ArtworkImage', 'ArtworkImageRenditions'],
    ['EventImage', 'EventImageRenditions'],
    ['Venue', 'VenueImageRenditions'],
  ])('%s has these renditions', (heading, schema) => {
    const keys = describedRenditions(description ?? '', heading)
    expect(keys.length).toBeGreaterThan(5)
    expect(Object.keys(document.components.schemas[schema]?.properties ?? {})).toEqual(keys)
  })
})

function schemaOf(name: string): Schema {
  return document.components.schemas[SCHEMA_OF[name] ?? name] ?? {}
}

/** The JSON type of a property and whether it may be null. */
function kindOf(property: Schema): string {
  const [first, second] = property.oneOf ?? []
  const types = [resolve(first ?? property).type].flat()
  const nullable = types.includes('null') || second?.type === 'null'
  return `${types[0]}${nullable ? '|null' : ''}`
}

function describedKind({ type }: DescribedField): string {
  const [own = '', nullable] = type.replace(/ \([^)]*\)/g, '').split('|')
  const simple = ['integer', 'string', 'number', 'boolean', 'array', 'object']
  const [first = ''] = own.split(/ of |s$/)
  const kind = own.startsWith('timestamp') ? 'string' : simple.includes(first) ? first : 'object'
  return `${kind}${nullable === 'null' ? '|null' : ''}`
}

/** The resources of the section "Resources and their fields", by heading, each with its fields. */
function describedResources(text: string): Map<string, DescribedField[]> {
  const [, section = ''] = /## Resources and their fields\n([^]*?)\n## /.exec(text) ?? []
  const parts = section.split(/^### /m).slice(1)
  return new Map(
    parts.map((part) => {
      const [heading = ''] = part.split('\n', 1)
      return [heading.replace(/ \(.*/, ''), [...tableFields(part), ...proseFields(part)]]
    }),
  )
}

function tableFields(part: string): DescribedField[] {
  const rows = part.matchAll(/^\| ([a-z_][a-z_, ]*) \| ([^\n]+?) \|(?: .*)?$/gm)
  return [...rows].flatMap(([, names = '', rest = '']) =>
    names.split(', ').map((name) => ({ name, type: rest.split(' | ', 1)[0] ?? '' })),
  )
}

/** `Fields: `id` integer; `image` object with URL keys ...; ...`; what is nested is left out. */
function proseFields(part: string): DescribedField[] {
  const [, prose = ''] = /^Fields: (.*)$/m.exec(part) ?? []
  const pieces = prose.split('. ', 1)[0]?.split(/; /) ?? []
  return pieces.flatMap((piece) => {
    const [own = ''] = piece.split(/ object with | null or | object \{/, 1)
    return [...own.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => ({ name, type: '' }))
  })
}

/** The keys of the renditions that a part lists, such as `thumbnail`. */
function describedRenditions(text: string, heading: string): string[] {
  const [, part = ''] = new RegExp(`^### ${heading}\\b([^]*?)^##`, 'm').exec(text) ?? []
  const [, keys = ''] = /(?:URL|under) keys ((?:`[a-z_]+`(?:, )?)+)/.exec(part) ?? []
  return [...keys.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)
}
