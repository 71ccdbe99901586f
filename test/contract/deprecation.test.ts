import { describe, expect, it } from 'vitest'
import { deprecationHeaders, deprecations, type UsedParts } from '../../src/contract/deprecation.ts'
import { contract, type ContractDocument } from '../../src/contract/document.ts'

const mark = (since: string, sunset: string, description = 'Use another instead.') => ({
  deprecated: true,
  'x-deprecated-since': since,
  'x-sunset': sunset,
  description,
})

/** A contract of two operations: one is deprecated, the other has parts that are. */
const marked = {
  servers: [],
  paths: {
    '/shows/': {
      get: {
        operationId: 'listShows',
        responses: { 200: { description: 'Shows.' } },
        ...mark('2027-01-01', '2028-06-01', 'Use `listEvents` instead.'),
      },
    },
    '/events/{id}/': {
      put: {
        operationId: 'updateEvent',
        parameters: [
          { $ref: '#/components/parameters/Lang' },
          { name: 'X-Mode', in: 'header', schema: {}, ...mark('2027-02-01', '2028-02-01') },
          { name: 'plain', in: 'query', schema: {} },
        ],
        responses: { 200: { description: 'An event.' } },
      },
      delete: {
        operationId: 'deleteEvent',
        parameters: [
          { $ref: '#/components/parameters/Lang' },
          { name: 'id', in: 'path', schema: {}, ...mark('2027-06-01', '2028-12-01') },
          { name: 'plain', in: 'query', schema: {}, ...mark('2027-07-01', '2029-02-01', 'Go.') },
        ],
        responses: { 204: { description: 'Gone.' } },
      },
    },
    '/venues/': {
      get: {
        operationId: 'listVenues',
        parameters: [
          { name: 'plain', in: 'query', schema: {}, ...mark('2027-07-01', '2029-01-01') },
          { name: 'session', in: 'cookie', schema: {}, ...mark('2027-07-01', '2029-01-01') },
        ],
        responses: { 200: { description: 'Venues.' } },
      },
    },
  },
  components: {
    parameters: {
      Lang: { name: 'lang', in: 'query', schema: {}, ...mark('2027-03-01', '2028-09-01') },
    },
  },
} as unknown as ContractDocument

const announced = deprecationHeaders(marked, 'https://art.example')

function headers({
  operationId = 'updateEvent',
  ...used
}: Partial<UsedParts> & { readonly operationId?: string }) {
  return announced.get(operationId)?.({ query: {}, headers: {}, ...used }) ?? {}
}

/** Seconds of a day's midnight, as RFC 9745 writes a date. */
const since = (day: string) => `@${Date.parse(`${day}T00:00:00Z`) / 1000}`

describe('deprecationHeaders', () => {
  it('announce nothing where nothing deprecated is used', () => {
    expect(headers({ query: { plain: '1' } })).toEqual({})
    expect(headers({ operationId: 'listEvents' })).toEqual({})
  })

  it('announce an operation', () => {
    expect(headers({ operationId: 'listShows' })).toEqual({
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Jun 2028 00:00:00 GMT',
      link:
        '<https://art.example/docs/deprecations>; rel="deprecation"; type="text/html", ' +
        '<https://art.example/docs/deprecations>; rel="sunset"; type="text/html"',
    })
  })

  it.each([
    ['a parameter of the query', { query: { lang: 'da' } }, '2027-03-01'],
    ['a parameter in a header', { headers: { 'x-mode': 'fast' } }, '2027-02-01'],
    ['a parameter of the path', { operationId: 'deleteEvent' }, '2027-06-01'],
  ])('announce %s', (_name, used, day) => {
    expect(headers(used)).toMatchObject({ deprecation: since(day) })
  })

  it('have the earliest dates of several things', () => {
    const used = { query: { lang: 'da' }, headers: { 'x-mode': 'fast' } }
    expect(headers(used)).toMatchObject({
      deprecation: since('2027-02-01'),
      sunset: 'Tue, 01 Feb 2028 00:00:00 GMT',
    })
  })
})

describe('deprecations', () => {
  it('lists everything once, by sunset date', () => {
    const list = deprecations(marked).map(({ kind, name, sunset }) => [kind, name, sunset])
    expect(list).toEqual([
      ['parameter', 'X-Mode', '2028-02-01'],
      ['operation', 'listShows', '2028-06-01'],
      ['parameter', 'lang', '2028-09-01'],
      ['parameter', 'id', '2028-12-01'],
      ['parameter', 'plain', '2029-01-01'],
      ['parameter', 'plain', '2029-02-01'],
    ])
  })

  it('has the dates, the operations and the replacement', () => {
    expect(deprecations(marked)).toContainEqual({
      kind: 'operation',
      name: 'listShows',
      operations: ['listShows'],
      since: '2027-01-01',
      sunset: '2028-06-01',
      description: 'Use `listEvents` instead.',
    })
  })

  it('groups the operations of equal marks', () => {
    const operationsOf = (name: string) =>
      deprecations(marked)
        .filter((deprecation) => deprecation.name === name)
        .map(({ operations }) => operations)
    expect(operationsOf('lang')).toEqual([['updateEvent', 'deleteEvent']])
    expect(operationsOf('plain')).toEqual([['listVenues'], ['deleteEvent']])
  })

  it('accepts the contract', () => {
    expect(deprecations(contract)).toBeInstanceOf(Array)
  })
})
