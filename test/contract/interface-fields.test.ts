import { describe, expect, it } from 'vitest'
import { document, resolve, type Schema } from './document.ts'
import {
  describedRenditions,
  describedResources,
  description,
  type DescribedField,
} from './interface-description.ts'

// The description of the interface is the user's word: its names, in its order, nullable where it
// says so. It lies beside the repository while the service is built, not in a clone.

const resources = describedResources(description ?? '')
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
    expect(Object.keys(schemaOf(name).properties ?? {})).toEqual(fields.map((field) => field.name))
    expect(schemaOf(name).required).toEqual(fields.map((field) => field.name))
  })

  it.each([...resources])('%s has these types', (name, fields) => {
    const told = fields.filter(({ type }) => /^[\w<>()| ]+$/.test(type) && !/in samples/.test(type))
    const properties = schemaOf(name).properties ?? {}
    expect(told.map((field) => `${field.name}: ${kindOf(properties[field.name] ?? {})}`)).toEqual(
      told.map((field) => `${field.name}: ${describedKind(field)}`),
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
