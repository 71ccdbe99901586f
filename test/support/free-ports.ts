import { randomInt } from 'node:crypto'
import { findFreePort } from '../../src/server/listen.ts'

/** Below the ephemeral ports (from 32768 on), so no outgoing connection takes a port before a program listens there. */
const FIRST = 10_000
const LAST = 20_000

/** Free ports of 127.0.0.1, random among 10,000, so that concurrent tests rarely get the same. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort('127.0.0.1', randomInt(FIRST, LAST)))
  return [...ports]
}
