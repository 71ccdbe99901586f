import { expect, it } from 'vitest'
import { findBreaks } from '../../../scripts/compatibility/find-breaks.ts'
import type { Node } from '../../../scripts/compatibility/document.ts'

// Every keyword of a schema that the contract may have, in a request, in a response and in both, as our own rules and redocly
// find its changes together.

type Case = readonly [
  name: string,
  before: object,
  after: object,
  inRequests: boolean,
  inResponses: boolean,
]

const CASES: readonly Case[] = [
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
  ['type, wider', { type: 'integer' }, { type: 'number' }, true, true],
  ['type, narrower', { type: 'number' }, { type: 'integer' }, true, true],
  ['enum, new', {}, { enum: ['a'] }, true, true],
  ['enum, gone', { enum: ['a'] }, {}, true, true],
  ['enum, longer', { enum: ['a'] }, { enum: ['a', 'b'] }, false, true],
  ['enum, shorter', { enum: ['a', 'b'] }, { enum: ['a'] }, true, true],
  ['null, new', { type: 'string' }, { type: ['string', 'null'] }, false, true],
  ['null, gone', { type: ['string', 'null'] }, { type: 'string' }, true, false],
  ['null of a named schema, new', named(), { oneOf: [named(), { type: 'null' }] }, false, true],
  ['null of a named schema, gone', { oneOf: [named(), { type: 'null' }] }, named(), true, false],
  ['required, new', object([]), object(['a']), true, false],
  ['required, gone', object(['a']), object([]), false, true],
  ['other fields, refused', object([]), { ...object([]), ...closed() }, true, true],
  ['other fields, allowed', { ...object([]), ...closed() }, object([]), false, true],
  ['other fields, less', others('string'), others('integer'), true, true],
  ['a required field, new', { type: 'object' }, object(['a']), true, false],
  ['a field, gone', object([]), { type: 'object' }, true, true],
  ['items, of another type', items('string'), items('integer'), true, true],
  ['anyOf', { anyOf: [{}] }, { anyOf: [{}, {}] }, true, true],
  ['oneOf, longer', { oneOf: [{}] }, { oneOf: [{}, {}, {}] }, true, true],
  ['an extension, new', {}, { 'x-order': 1 }, false, false],
  ['an extension, another', { 'x-order': 1 }, { 'x-order': 2 }, true, true],
  ...['minimum', 'minLength', 'minItems', 'minProperties'].flatMap((key) => bound(key, 1, 2)),
  ...['maximum', 'maxLength', 'maxItems', 'maxProperties', 'x-maximum-decimals'].flatMap((key) =>
    bound(key, 2, 1),
  ),
  ['description', {}, { description: 'Better.' }, false, false],
  ['examples', {}, { examples: ['better'] }, false, false],
]

function named() {
  return { $ref: '#/components/schemas/Named' }
}

function closed() {
  return { additionalProperties: false }
}

function object(required: readonly string[]) {
  return { type: 'object', properties: { a: {} }, required }
}

function others(type: string) {
  return { additionalProperties: { type } }
}

function items(type: string) {
  return { type: 'array', items: { type } }
}

/** A bound that gets narrower, new included, and one that gets wider. */
function bound(key: string, wide: number, narrow: number): Case[] {
  return [
    [`${key}, narrower`, { [key]: wide }, { [key]: narrow }, true, false],
    [`${key}, wider`, { [key]: narrow }, { [key]: wide }, false, true],
    [`${key}, new`, {}, { [key]: narrow }, true, false],
    [`${key}, gone`, { [key]: narrow }, {}, false, true],
  ]
}

/** A contract that has a field for each case. */
function contractOf(side: 1 | 2): Node {
  const properties = Object.fromEntries(CASES.map((each, at) => [`f${at}`, each[side]]))
  const content = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  })
  const path = (name: string, operation: object) => ({
    post: { operationId: name, responses: { 204: { description: 'Done.' } }, ...operation },
  })
  const answer = (name: string) => ({
    responses: { 200: { description: 'Ok.', ...content(name) } },
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Keywords', version: '1.0.0' },
    servers: [{ url: '/' }],
    paths: {
      '/in/': path('in', { requestBody: content('In') }),
      '/out/': path('out', answer('Out')),
      '/both/': path('both', { requestBody: content('Both'), ...answer('Both') }),
    },
    components: {
      schemas: {
        In: { type: 'object', properties },
        Out: { type: 'object', properties },
        Both: { type: 'object', properties },
        Named: { type: 'object', properties: {} },
      },
    },
  }
}

it('finds a change of each keyword where it breaks clients, and only there', async () => {
  const documents = { before: contractOf(1), after: contractOf(2) }
  const { findings } = await findBreaks(documents, '2026-11-21')
  const isFound = (at: number, schema: string, path: string): boolean =>
    findings.some(({ by, place, what }) =>
      by === 'our own rules'
        ? new RegExp(`\\b${schema}\\.f${at}\\b`).test(place)
        : place.includes(path) && new RegExp(`\\bf${at}\\b`).test(place + what),
    )
  const found = CASES.map(([name], at) => [
    name,
    isFound(at, 'In', '/in/'),
    isFound(at, 'Out', '/out/'),
    isFound(at, 'Both', '/both/'),
  ])
  expect(found).toEqual(
    CASES.map(([name, , , inRequests, inResponses]) => [
      name,
      inRequests,
      inResponses,
      inRequests || inResponses,
    ]),
  )
})
