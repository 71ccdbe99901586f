import { describe, expect, it } from 'vitest'
import { compareResponse } from '../../../scripts/compatibility/compare-responses.ts'

const SUBJECT = { kind: 'response', name: 'CreatedEvent' } as const
const LINKED = { links: { Retrieve: { operationId: 'retrieveEvent' } } }

function classified(before: object, after: object) {
  const pair = { before: { ...before }, after: { ...after } }
  const changes = compareResponse(pair, SUBJECT, { before: {}, after: {} })
  return changes.map(({ what, remedy }) => [what, remedy !== undefined])
}

describe('a link of a response', () => {
  it('may be added', () => {
    expect(classified({}, LINKED)).toEqual([['new link `Retrieve`', false]])
  })

  it('stays', () => {
    expect(classified(LINKED, {})).toEqual([['no link `Retrieve`', true]])
    expect(classified(LINKED, LINKED)).toEqual([])
  })
})
