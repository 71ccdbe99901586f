import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { operations } from '../../generated/v1.ts'
import { projectRoot } from '../config.ts'

export type OperationId = keyof operations

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header' | 'cookie'
  readonly schema: Schema
}

export interface Operation {
  readonly operationId: OperationId
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, { readonly $ref: string }>>
}

export interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

/** What this service reads of the contract by itself; openapi-backend and AJV read the rest. */
export interface ContractDocument {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** The contract, as `npm run generate` made JSON of it. */
export const contract = JSON.parse(readContractFile('generated/v1.json')) as ContractDocument

/** The path that every operation lies below: `/api/v1`. */
export const apiRoot = new URL(contract.servers[0]?.url ?? '').pathname

export function readContractFile(name: string): string {
  return readFileSync(path.join(projectRoot(), name), 'utf8')
}

/** What `node` is or refers to, within the contract. */
export function resolve<Node extends object>(node: Node | { readonly $ref: string }): Node {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as Node
  const keys = node.$ref.slice('#/'.length).split('/')
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], contract) as Node
}

/** The media types that an operation can answer a success with. */
export function successMediaTypes({ responses }: Operation): string[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.keys((resolve(response) as Response).content ?? {}))
}
