import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { projectRoot } from '../../src/config.ts'
import type { Documents, Node } from './document.ts'

const PRESENT = 'generated/v1.json'
/** The contract of the last release, which clients use. */
export const RELEASED = 'openapi/released.yaml'

export async function readContracts(): Promise<Documents> {
  return { before: await read(RELEASED), after: await read(PRESENT) }
}

async function read(name: string): Promise<Node> {
  return parse(await readFile(path.join(projectRoot(), name), 'utf8')) as Node
}

/** The present day in UTC, as YYYY-MM-DD. */
export function today(): string {
  return new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
}
