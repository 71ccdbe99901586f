import { randomInt } from 'node:crypto'
import { findFreePort } from '../../src/server/listen.ts'

/**
 * Below what systems give to connections (from 32768 on): between the moment in which a port is found to be
 * free and that in which a program listens there, no connection can take it.
 */
const FIRST = 10_000
const LAST = 20_000

/** Ports of 127.0.0.1 where nothing listens, anywhere among 10,000: tests beside each other take others. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort('127.0.0.1', randomInt(FIRST, LAST)))
  return [...ports]
}
