import { describe, expect, it } from 'vitest'
import { checkDeprecations } from '../../../scripts/compatibility/deprecation-errors.ts'
import { at, field, operation, parameter, releasedContract, schema, type Draft } from './edit.ts'

const MARK = {
  deprecated: true,
  'x-deprecated-since': '2027-01-31',
  'x-sunset': '2028-01-31',
  description: 'Something. Use `name` instead.',
}

/** What is said of a contract in which the list of tags has this mark, which is released or is not. */
function checkMark(mark: object, today = '2027-01-31', released: object = {}) {
  const documents = { before: releasedContract(), after: releasedContract() }
  Object.assign(operation(documents.before, 'get', '/tags/'), released)
  Object.assign(operation(documents.after, 'get', '/tags/'), mark)
  return checkDeprecations(documents, today)
}

function errorsOf(edit: (contract: Draft) => void): readonly string[] {
  const after = releasedContract()
  edit(after)
  return checkDeprecations({ before: releasedContract(), after }, '2027-01-31').errors
}

const faultsWhere = (place: (contract: Draft) => Draft) =>
  errorsOf((contract) => Object.assign(place(contract), MARK))

describe('a mark of deprecation', () => {
  it('is right with both days, a year apart, and what to use instead', () => {
    expect(checkMark(MARK)).toEqual({ errors: [], over: [] })
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
  ])('%s is an error', (_name, change, words) => {
    const { errors } = checkMark({ ...MARK, ...change })
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain('#/paths/~1tags~1/get')
    expect(errors[0]).toContain(words)
  })

  it('gives its notice from today on while it is not released', () => {
    const backdated = { ...MARK, 'x-deprecated-since': '2025-01-31' }
    expect(checkMark(backdated).errors).toEqual([])
    expect(checkMark(backdated, '2027-02-01').errors).toEqual([
      '#/paths/~1tags~1/get: `x-sunset` must be 2028-02-01 or later, 12 months after `x-deprecated-since`, and after today while the mark is not released.',
    ])
  })

  it('has given its notice when it is released', () => {
    expect(checkMark(MARK, '2027-12-31', MARK).errors).toEqual([])
  })

  it('has given none by `deprecated` alone', () => {
    const { errors } = checkMark(MARK, '2027-12-31', { deprecated: true })
    expect(errors.join()).toContain('must be 2028-12-31 or later')
  })

  it('is still released when a parameter before it has gone', () => {
    const documents = { before: releasedContract(), after: releasedContract() }
    for (const contract of Object.values(documents)) {
      Object.assign(at(operation(contract, 'get', '/events/'), 'parameters', 3), MARK)
    }
    const list = operation(documents.after, 'get', '/events/')
    list['parameters'] = (list['parameters'] as Draft[]).slice(1)
    expect(checkDeprecations(documents, '2027-12-31').errors).toEqual([])
  })

  it('is not released by that of another parameter', () => {
    const documents = { before: releasedContract(), after: releasedContract() }
    const marked = at(operation(documents.before, 'get', '/events/'), 'parameters', 3)
    Object.assign(marked, MARK)
    at(operation(documents.after, 'get', '/events/'), 'parameters')[3] = { ...marked, name: 'sort' }
    expect(checkDeprecations(documents, '2027-12-31').errors).toHaveLength(1)
  })

  it('is reported when its sunset date has passed', () => {
    expect(checkMark(MARK, '2028-01-31', MARK).over).toEqual([])
    expect(checkMark(MARK, '2028-02-01', MARK).over).toEqual([
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
  ])('is %s', (_name, place) => {
    expect(faultsWhere(place)).toEqual([])
  })

  it.each<[string, (contract: Draft) => Draft]>([
    ['a schema', (contract) => schema(contract, 'Event')],
    ['a field', (contract) => field(contract, 'Event', 'title')],
    ['the schema of a parameter', (contract) => at(parameter(contract, 'Limit'), 'schema')],
    ['a header', (contract) => at(contract, 'components', 'headers', 'Location')],
    ['a path', (contract) => at(contract, 'paths', '/tags/')],
    [
      'a reference to a parameter',
      (contract) => at(operation(contract, 'get', '/events/'), 'parameters', 0),
    ],
  ])('is not %s, which nothing would announce', (_name, place) => {
    expect(faultsWhere(place)).toHaveLength(1)
  })
})

describe('a field', () => {
  it('may be called deprecated', () => {
    const errors = errorsOf((contract) => {
      at(schema(contract, 'Event'), 'properties')['deprecated'] = { type: 'boolean' }
      at(contract, 'components', 'examples', 'Event', 'value')['deprecated'] = true
    })
    expect(errors).toEqual([])
  })
})
