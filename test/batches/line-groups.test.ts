import type { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { groupsOf, writeItems, type Outcome } from '../../src/batches/line-groups.ts'
import type { Database } from '../../src/database/tables.ts'
import type { RequestLine } from '../../src/contract/request-lines.ts'
import { Problem } from '../../src/problems/problem.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })

/** The sizes of the parts in which items are written, with those that failed; `kinds` of the items by their outcomes. */
async function written(
  items: readonly number[],
  reject: (part: readonly number[]) => void,
  isSilentAfter = Infinity,
) {
  const sizes: number[] = []
  const records = {
    itemOf: () => 0,
    keysOf: () => [],
    ownersOf: () => [],
    requireOwners: async () => {},
    write: async (part: readonly number[]) => {
      sizes.push(part.length)
      reject(part)
      return new Map(part.map((item): [number, Outcome] => [item, { kind: 'created' }]))
    },
    problemOf: () => new Problem('invalid_request', 'Rejected'),
  }
  const parts = writeItems(records, items, (work) => work({} as Kysely<Database>), {
    get isSilent() {
      return sizes.length >= isSilentAfter
    },
  })
  const outcomes: (readonly [number, string])[] = []
  for await (const part of parts)
    for (const [item, { kind }] of part) outcomes.push([item, kind] as const)
  expect(outcomes.map(([item]) => item)).toEqual(items)
  return { sizes, failed: outcomes.filter(([, kind]) => kind === 'failed').map(([item]) => item) }
}

const items = Array.from({ length: 200 }, (_, at) => at)

describe('a group of 200', () => {
  it.each(items)('with the rejected item %s has few parts', async (bad) => {
    const { sizes, failed } = await written(items, (part) => {
      if (part.includes(bad)) throw withCode('23514')
    })
    expect(failed).toEqual([bad])
    expect(sizes.length).toBeLessThanOrEqual(17)
  })

  it('that is too much work fails once for each size', async () => {
    const { sizes, failed } = await written(items, (part) => {
      if (part.length > 30) throw withCode('57014')
    })
    expect(failed).toEqual([])
    expect(sizes).toEqual([200, 100, 50, ...Array.from({ length: 8 }, () => 25)])
    const fewer = await written(items.slice(0, 111), (part) => {
      if (part.length > 30) throw withCode('57014')
    })
    expect(fewer.sizes).toEqual([111, 56, 28, 28, 28, 27])
  })

  it('that is too much work is written one by one when its client has heard nothing for long', async () => {
    const { sizes, failed } = await written(
      items,
      (part) => {
        if (part.length > 1) throw withCode('57014')
      },
      3,
    )
    expect(failed).toEqual([])
    expect(sizes).toEqual([200, 100, 50, ...items.map(() => 1)])
  })
})

it.each([
  ['few', 1, [200, 200, 50]],
  ['many', 400_000, Array.from({ length: 150 }, () => 3)],
])('a group ends after 200 lines or a MiB: of %s bytes', async (_name, length, expected) => {
  const lines = async function* (): AsyncGenerator<RequestLine> {
    for (let no = 1; no <= 450; no += 1) yield { no, length } as RequestLine
  }
  const sizes: number[] = []
  for await (const group of groupsOf(lines())) sizes.push(group.length)
  expect(sizes).toEqual(expected)
})

it('groups end their input when no more of them are wanted', async () => {
  let isEnded = false
  async function* endless(): AsyncGenerator<RequestLine> {
    try {
      for (let no = 1; ; no += 1) yield { no, length: 1 } as RequestLine
    } finally {
      isEnded = true
    }
  }
  for await (const group of groupsOf(endless())) {
    expect(group).toHaveLength(200)
    break
  }
  await expect.poll(() => isEnded).toBe(true)
})
