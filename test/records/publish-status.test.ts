import { beforeAll, describe, expect, it } from 'vitest'
import { requireSet } from '../../src/contract/request-context.ts'
import { checkOffsetIndex, isConsistent } from '../../src/read-model/offset-index/check.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { kindOf } from '../contract/response-cases/kinds.ts'
import { useService } from '../support/app.ts'
import {
  expectRejected,
  makeRecordWriter,
  type RecordWriter,
  type ShownRecord,
} from '../support/record-writer.ts'
import { WRITABLE_KINDS } from './writable-kinds.ts'

const test = useService()
let writer: RecordWriter

beforeAll(async () => {
  writer = await makeRecordWriter(test)
})

const STATES = ['draft', 'published', 'archived'] as const
const ALLOWED = ['draft published', 'published archived', 'archived published']
const STEPS = STATES.flatMap((from) => STATES.map((to) => [from, to] as const))
const KINDS = WRITABLE_KINDS.filter(({ input }) => 'publish_status' in (input.properties ?? {}))

it('artworks and events have states', () => expect(KINDS).toHaveLength(2))

describe.each(KINDS)('the states of a record of $collection', ({ collection }) => {
  async function recordIn(state: (typeof STATES)[number]): Promise<ShownRecord> {
    const { make, makeDraft } = requireSet(kindOf(collection))
    const { id } = await (state === 'draft' ? requireSet(makeDraft) : make)(test.db, writer.userId)
    const seen = await writer.read(`${collection}${id}/`)
    return state === 'archived' ? writer.change(seen, { publish_status: state }) : seen
  }

  it.each(STEPS)('allow or forbid the step from %s to %s', async (from, to) => {
    const seen = await recordIn(from)
    const response = await writer.patch(seen, { publish_status: to })
    const isAllowed = from === to || ALLOWED.includes(`${from} ${to}`)
    if (!isAllowed) expectRejected(response, 409, 'invalid_transition')
    const { record } = await writer.read(seen.path)
    expect([response.status, record['publish_status']]).toEqual(isAllowed ? [200, to] : [409, from])
    const { results } = await test.get(`${collection}?limit=100`)
    const isListed = (results as { id: number }[]).some(({ id }) => id === seen.id)
    expect(isListed).toBe(record['publish_status'] === 'published')
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
  })
})
