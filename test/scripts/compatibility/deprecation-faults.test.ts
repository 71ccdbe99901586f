import { describe, expect, it } from 'vitest'
import { judgeDeprecations } from '../../../scripts/compatibility/deprecation-faults.ts'
import { at, field, operation, parameter, releasedContract, schema } from './edit.ts'
import type { Draft } from './edit.ts'

const MARK = {
  deprecated: true,
  'x-deprecated-since': '2027-01-31',
  'x-sunset': '2028-01-31',
  description: 'Something. Use `name` instead.',
}

/** What is said of a contract in which the list of tags has this mark. */
function judgeMark(mark: object, today = '2027-02-01') {
  const contract = releasedContract()
  Object.assign(operation(contract, 'get', '/tags/'), mark)
  return judgeDeprecations(contract, today)
}

function faultsWhere(place: (contract: Draft) => Draft): readonly string[] {
  const contract = releasedContract()
  Object.assign(place(contract), MARK)
  return judgeDeprecations(contract, '2027-02-01').faults
}

describe('a mark of deprecation', () => {
  it('is right with both days, a year apart, and what to use instead', () => {
    expect(judgeMark(MARK)).toEqual({ faults: [], over: [] })
  })

  it.each([
    ['without `deprecated`', { deprecated: undefined }, 'deprecated: true'],
    ['that is not true', { deprecated: false }, 'deprecated: true'],
    ['without its first day', { 'x-deprecated-since': undefined }, 'x-deprecated-since'],
    ['with a day that is none', { 'x-deprecated-since': '2027-02-30' }, 'x-deprecated-since'],
    ['with a time', { 'x-deprecated-since': '2027-01-31T00:00:00Z' }, 'x-deprecated-since'],
    ['without its last day', { 'x-sunset': undefined }, 'x-sunset'],
    ['with too short a notice', { 'x-sunset': '2028-01-30' }, 'must be 2028-01-31 or later'],
    ['without advice', { description: 'Something.' }, 'what to use instead'],
  ])('%s is a fault', (_name, change, words) => {
    const { faults } = judgeMark({ ...MARK, ...change })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('#/paths/~1tags~1/get')
    expect(faults[0]).toContain(words)
  })

  it('is told of when its sunset date has passed', () => {
    expect(judgeMark(MARK, '2028-01-31').over).toEqual([])
    expect(judgeMark(MARK, '2028-02-01').over).toEqual([
      '#/paths/~1tags~1/get is past its sunset date, 2028-01-31.',
    ])
  })
})

describe('what can be marked', () => {
  it.each<[string, (contract: Draft) => Draft]>([
    ['a parameter with a name', (contract) => parameter(contract, 'NameFilter')],
    [
      'a parameter in place',
      (contract) => at(operation(contract, 'get', '/events/'), 'parameters', 3),
    ],
    ['a field', (contract) => field(contract, 'Event', 'title')],
  ])('is %s', (_name, place) => {
    expect(faultsWhere(place)).toEqual([])
  })

  it.each<[string, (contract: Draft) => Draft]>([
    ['a schema', (contract) => schema(contract, 'Event')],
    ['the schema of a parameter', (contract) => at(parameter(contract, 'Limit'), 'schema')],
    ['a header', (contract) => at(contract, 'components', 'headers', 'Location')],
    ['a path', (contract) => at(contract, 'paths', '/tags/')],
  ])('is not %s, which nothing would announce', (_name, place) => {
    expect(faultsWhere(place)).toHaveLength(1)
  })
})

describe('a field', () => {
  it('may be called deprecated', () => {
    const contract = releasedContract()
    at(schema(contract, 'Event'), 'properties')['deprecated'] = { type: 'boolean' }
    at(contract, 'components', 'examples', 'Event', 'value')['deprecated'] = true
    expect(judgeDeprecations(contract, '2027-02-01').faults).toEqual([])
  })
})
