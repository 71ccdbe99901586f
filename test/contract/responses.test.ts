import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { components } from '../../generated/v1.ts'
import { findPath } from '../../src/contract/paths.ts'
import { requireSet } from '../../src/contract/request-context.ts'
import { successResponse, type HttpResponse } from '../../src/contract/responses.ts'

const MIB = 1024 * 1024

/** A line of 16 KiB. */
const LINE: components['schemas']['BatchResult'] = {
  kind: 'result',
  line: 1,
  external_id: 'A'.repeat(16 * 1024),
  status: 200,
  id: 1,
}

function responseOf(lines: AsyncIterable<object>): HttpResponse {
  const path = requireSet(findPath('/api/v1/events/batch/'))
  const operation = requireSet(path.operations['post'])
  const target = { operation, path, url: '', search: '', isPrivate: true, view: undefined }
  return successResponse(target, { status: 200, lines })
}

describe('a response with lines', () => {
  it('is made before it is read, up to 16 MiB, and goes on when it is read', async () => {
    let made = 0
    async function* results(): AsyncGenerator<object> {
      for (; made < 4 * 1024; made += 1) yield LINE
    }
    const stream = requireSet(responseOf(results()).stream)
    stream.once('readable', () => {})
    const madeBytes = (): number => made * 16 * 1024
    let before = -1
    while (made > before) {
      before = made
      for (let turns = 0; turns < 100; turns += 1) await nextTurn()
    }
    expect(madeBytes()).toBeGreaterThan(15 * MIB)
    expect(madeBytes()).toBeLessThan(17 * MIB)
    let length = 0
    for await (const chunk of stream) length += (chunk as Buffer).length
    expect(length).toBeGreaterThan(64 * MIB)
  })

  it('closes after a client that is gone only when its work is over', async () => {
    let finish = (): void => {}
    const work = new Promise<void>((resolve) => (finish = resolve))
    let isOver = false
    async function* results(): AsyncGenerator<object> {
      yield LINE
      await work
      isOver = true
      yield LINE
    }
    const stream = requireSet(responseOf(results()).stream)
    await once(stream, 'readable')
    stream.read()
    const closed = once(stream, 'close').then(() => isOver)
    stream.destroy()
    await nextTurn()
    finish()
    expect(await closed).toBe(true)
  })
})
