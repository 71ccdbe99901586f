import { once } from 'node:events'
import { createServer } from 'node:net'
import { isFree } from '../../src/server/listen.ts'

/** Below the ephemeral ports (from 32768 on), so no outgoing connection takes a port before a program listens there. */
const FIRST = 10_000
const LAST = 20_000

/** A process of tests listens at the first port of its block, and so owns the others. */
const BLOCK = 100

let block: Promise<number> | undefined
let given = 0

/** Free ports of 127.0.0.1, which no other process of tests is given as long as this one lives. */
export async function freePorts(count: number): Promise<number[]> {
  block ??= claimBlock()
  const first = (await block) + 1
  const ports: number[] = []
  while (ports.length < count) {
    const port = first + (given++ % (BLOCK - 1))
    if (await isFree('127.0.0.1', port)) ports.push(port)
  }
  return ports
}

async function claimBlock(): Promise<number> {
  for (let first = FIRST; first < LAST; first += BLOCK) {
    const claim = createServer().unref()
    claim.listen(first, '127.0.0.1')
    const isClaimed = await once(claim, 'listening').then(
      () => true,
      () => false,
    )
    if (isClaimed) return first
  }
  throw new Error(`No port from ${FIRST} to ${LAST} is free.`)
}
