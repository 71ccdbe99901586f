import { describe, expect, it } from 'vitest'
import type { ReceivedResponse } from '../../../scripts/contract/validate/received-response.ts'
import { readContract } from '../../../scripts/contract/validate/contract.ts'
import { deprecationErrors } from '../../../scripts/contract/validate/deprecation-headers.ts'
import type { DeprecationMark, Document } from '../../../scripts/contract/validate/document.ts'

const OPERATION = { deprecated: true, 'x-deprecated-since': '2026-12-01', 'x-sunset': '2027-12-01' }
const EARLIER = { deprecated: true, 'x-deprecated-since': '2026-10-01', 'x-sunset': '2028-12-01' }
const RIGHT = {
  deprecation: '@1796083200',
  sunset: 'Wed, 01 Dec 2027 00:00:00 GMT',
  link: '<http://a.example/>; rel="deprecation", <http://a.example/>; rel="sunset"',
}
const NO_LINK = { deprecation: RIGHT.deprecation, sunset: RIGHT.sunset }

interface Marked {
  readonly operation?: DeprecationMark
  readonly parameter?: DeprecationMark
}

/** The names of the wrong headers of a response of an operation with these marks. */
function wrongHeaders(
  { operation, parameter }: Marked,
  headers: ReceivedResponse['headers'],
  { url = '/tags/', status = 200 } = {},
): string[] {
  const parameters = [{ name: 'old', in: 'query', schema: {}, ...parameter }]
  const get = { operationId: 'listTags', security: [], responses: {}, parameters, ...operation }
  const schemas = { Tag: {} }
  const document: Document = {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    servers: [],
    paths: { '/tags/': { get } },
    components: { schemas, parameters: {}, headers: {}, examples: {} },
  }
  const contract = readContract(document, '')
  const response = { method: 'GET', url, sent: {}, status, headers, text: '' }
  return contract.operations.flatMap((each) =>
    deprecationErrors(each, response).map(({ message }) => message.split(' ', 1)[0] ?? ''),
  )
}

const ALL = ['deprecation', 'sunset', 'link']

describe('headers of what is deprecated', () => {
  it('are on every response of a deprecated operation', () => {
    expect(wrongHeaders({ operation: OPERATION }, RIGHT)).toEqual([])
    expect(wrongHeaders({ operation: OPERATION }, {})).toEqual(ALL)
  })

  it('are nowhere else', () => {
    expect(wrongHeaders({}, {})).toEqual([])
    expect(wrongHeaders({}, RIGHT)).toEqual(ALL)
    expect(wrongHeaders({}, RIGHT, { status: 404 })).toEqual(ALL)
  })

  it('are there when a deprecated parameter is given', () => {
    const given = { url: '/tags/?old=1' }
    expect(wrongHeaders({ parameter: OPERATION }, RIGHT, given)).toEqual([])
    expect(wrongHeaders({ parameter: OPERATION }, {}, given)).toEqual(ALL)
    expect(wrongHeaders({ parameter: OPERATION }, {})).toEqual([])
    expect(wrongHeaders({ parameter: OPERATION }, RIGHT)).toEqual(ALL)
  })

  it('may be missing where a request was rejected, but not be wrong', () => {
    expect(wrongHeaders({ operation: OPERATION }, {}, { status: 400 })).toEqual([])
    expect(wrongHeaders({ operation: OPERATION }, NO_LINK, { status: 400 })).toEqual(['link'])
  })

  it.each([
    ['deprecation', 'true', 'deprecation'],
    ['deprecation', '1796083200', 'deprecation'],
    ['deprecation', '@1796083201', 'deprecation'],
    ['sunset', '2027-12-01', 'sunset'],
    ['sunset', 'Thu, 02 Dec 2027 00:00:00 GMT', 'sunset'],
    ['link', '<http://a.example/>; rel="deprecation"', 'link'],
  ])('have a form: %s is not %s', (name, value, wrong) => {
    expect(wrongHeaders({ operation: OPERATION }, { ...RIGHT, [name]: value })).toEqual([wrong])
  })

  it('name the earliest days of several marks', () => {
    const marked = { operation: OPERATION, parameter: EARLIER }
    const given = { url: '/tags/?old=1' }
    expect(wrongHeaders(marked, RIGHT, given)).toEqual(['deprecation'])
    const earliest = { ...RIGHT, deprecation: `@${Date.parse('2026-10-01') / 1000}` }
    expect(wrongHeaders(marked, earliest, given)).toEqual([])
  })
})
