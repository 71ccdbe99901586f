import { describe, expect, it } from 'vitest'
import { compareDocuments } from '../../../scripts/compatibility/compare-documents.ts'
import { operation, releasedContract } from './edit.ts'

const marked = (sunset: string) => ({
  deprecated: true,
  'x-deprecated-since': '2027-01-01',
  'x-sunset': sunset,
})

/** The text of a change of marks, and whether it breaks clients. */
function classified(...marks: readonly [object, object]): (string | boolean)[][] {
  const [before, after] = marks.map((mark) => {
    const contract = releasedContract()
    Object.assign(operation(contract, 'get', '/tags/'), mark)
    return contract
  })
  const changes = compareDocuments({ before: before ?? {}, after: after ?? {} })
  return changes.map(({ what, remedy }) => [what, remedy !== undefined])
}

describe('deprecation', () => {
  it('is reported when it begins and when it is revoked', () => {
    const mark = marked('2028-01-01')
    expect(classified({}, mark)).toEqual([
      ['deprecated since 2027-01-01, may be gone from 2028-01-01', false],
    ])
    expect(classified(mark, {})).toEqual([['no longer deprecated', false]])
    expect(classified(mark, mark)).toEqual([])
  })

  it('may be put off, and not be brought forward', () => {
    const [early, late] = [marked('2028-01-01'), marked('2029-01-01')]
    expect(classified(early, late)).toEqual([
      ['may be gone from 2029-01-01 instead of 2028-01-01', false],
    ])
    expect(classified(late, early)).toEqual([
      ['may be gone from 2028-01-01 instead of 2029-01-01', true],
    ])
  })
})
