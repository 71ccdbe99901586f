import { describe, expect, it } from 'vitest'
import { compareSchemas } from '../../../scripts/compatibility/compare-schemas.ts'
import { IN_REQUESTS, IN_RESPONSES, type Ways } from '../../../scripts/compatibility/document.ts'

// Keywords that the contract has little of, so that edits of it cannot show what becomes of them.

const SUBJECT = { kind: 'schema', name: 'Event' } as const

function breaks(before: object, after: object, ways: Ways): boolean {
  const documents = { before: {}, after: {} }
  const pair = { before: { ...before }, after: { ...after } }
  const changes = compareSchemas(pair, SUBJECT, { documents, ways })
  expect(changes).toHaveLength(1)
  return changes.some(({ remedy }) => remedy !== undefined)
}

describe('a keyword of a schema', () => {
  it.each([
    ['uniqueItems, new', {}, { uniqueItems: true }, true, false],
    ['uniqueItems, gone', { uniqueItems: true }, {}, false, true],
    ['pattern, new', {}, { pattern: '^a' }, true, false],
    ['pattern, gone', { pattern: '^a' }, {}, false, true],
    ['pattern, another', { pattern: '^a' }, { pattern: '^b' }, true, true],
    ['default, new', {}, { default: 1 }, true, true],
    ['title, new', {}, { title: 'Show' }, true, true],
    ['title, another', { title: 'Show' }, { title: 'Fair' }, true, true],
    ['format, new', {}, { format: 'uri' }, true, true],
    ['type, new', {}, { type: 'string' }, true, true],
    ['enum, new', {}, { enum: ['a'] }, true, true],
    ['enum, gone', { enum: ['a'] }, {}, true, true],
    ['enum, longer', { enum: ['a'] }, { enum: ['a', 'b'] }, false, true],
    ['enum, shorter', { enum: ['a', 'b'] }, { enum: ['a'] }, true, true],
    ['null, new', { type: 'string' }, { type: ['string', 'null'] }, false, true],
    ['null, gone', { type: ['string', 'null'] }, { type: 'string' }, true, false],
    ['required, new', field([]), field(['a']), true, false],
    ['required, gone', field(['a']), field([]), false, true],
    ['other fields, refused', {}, { additionalProperties: false }, true, true],
    ['other fields, allowed', { additionalProperties: false }, {}, false, true],
    ['other fields, less', others('string'), others('integer'), true, true],
    ['a required field, new', {}, field(['a']), true, false],
    ['a field, gone', field([]), {}, true, true],
    ['items, of another type', items('string'), items('integer'), true, true],
    ['anyOf', { anyOf: [{}] }, { anyOf: [{}, {}] }, true, true],
    ['oneOf, longer', { oneOf: [{}] }, { oneOf: [{}, {}, {}] }, true, true],
    ['an extension, new', {}, { 'x-order': 1 }, false, false],
    ['an extension, another', { 'x-order': 1 }, { 'x-order': 2 }, true, true],
  ])('%s', (_name, before, after, inRequests, inResponses) => {
    expect(breaks(before, after, IN_REQUESTS)).toBe(inRequests)
    expect(breaks(before, after, IN_RESPONSES)).toBe(inResponses)
    expect(breaks(before, after, { inRequests: true, inResponses: true })).toBe(
      inRequests || inResponses,
    )
  })

  it.each([
    ['description', 'Better.'],
    ['examples', ['better']],
  ])('%s is prose', (key, value) => {
    const setting = { documents: { before: {}, after: {} }, ways: IN_REQUESTS }
    expect(compareSchemas({ before: {}, after: { [key]: value } }, SUBJECT, setting)).toEqual([])
  })
})

function field(required: readonly string[]) {
  return { properties: { a: {} }, required }
}

function others(type: string) {
  return { additionalProperties: { type } }
}

function items(type: string) {
  return { items: { type } }
}
