import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { contract } from '../../src/contract/document.ts'
import { eventStream, type StreamEvent } from '../../src/contract/event-stream.ts'
import { latin1Texts, PrerenderedBody, toLatin1 } from '../../src/response-body.ts'

const operation = contract.paths['/events/changes/']!['get']!

it('a stream of events is made only as far as its client has read', async () => {
  const frame = { results: [], next_cursor: 'x', has_more: true, summary: null }
  const json = latin1Texts([toLatin1(JSON.stringify(frame))])
  let made = 0
  async function* endless(): AsyncGenerator<StreamEvent> {
    for (;;) {
      made += 1
      yield { id: 'x', name: 'changes', data: new PrerenderedBody({ frame, json }) }
    }
  }
  const taken: (() => void)[] = []
  const client = new Writable({ highWaterMark: 1, write: (_chunk, _, next) => taken.push(next) })
  eventStream(operation, 200, endless()).pipe(client)
  for (let reads = 0; reads < 10; reads += 1) {
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
    expect(made).toBeLessThanOrEqual(1 + reads)
    taken.shift()?.()
  }
  expect(made).toBeGreaterThan(5)
})
