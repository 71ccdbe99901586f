import { parse } from 'yaml'
import { readText } from '../../support/repository.ts'

/** Part of a contract that a test changes. */
export type Draft = Record<string, unknown>

/** An edit of the contract that somebody might make, by its name. */
export type Edits = Readonly<Record<string, (contract: Draft) => void>>

const released = parse(readText('openapi/released.yaml')) as Draft

export function releasedContract(): Draft {
  return structuredClone(released)
}

/** The part of the contract at these keys, which must be there. */
export function at(contract: Draft, ...keys: readonly (string | number)[]): Draft {
  return keys.reduce<Draft>((node, key) => {
    const next = node[key]
    if (typeof next !== 'object' || next === null) throw new Error(`${keys.join(' ')}: no ${key}`)
    return next as Draft
  }, contract)
}

export function operation(contract: Draft, method: string, path: string): Draft {
  return at(contract, 'paths', path, method)
}

export function schema(contract: Draft, name: string): Draft {
  return at(contract, 'components', 'schemas', name)
}

export function field(contract: Draft, name: string, property: string): Draft {
  return at(schema(contract, name), 'properties', property)
}

export function parameter(contract: Draft, name: string): Draft {
  return at(contract, 'components', 'parameters', name)
}

export function response(contract: Draft, name: string): Draft {
  return at(contract, 'components', 'responses', name)
}

/** Takes away what must be there. */
export function remove(node: Draft, key: string): void {
  if (!(key in node)) throw new Error(`There is no ${key}`)
  delete node[key]
}

export function rename(node: Draft, key: string, to: string): void {
  if (!(key in node)) throw new Error(`There is no ${key}`)
  const entries = Object.entries(node)
  for (const [name] of entries) delete node[name]
  for (const [name, value] of entries) node[name === key ? to : name] = value
}

/** Renames a component, wherever it is referred to as well. */
export function renameComponent(contract: Draft, kind: string, name: string, to: string): void {
  rename(at(contract, 'components', kind), name, to)
  repoint(contract, `#/components/${kind}/${name}`, `#/components/${kind}/${to}`)
}

function repoint(node: unknown, reference: string, to: string): void {
  if (typeof node !== 'object' || node === null) return
  const draft = node as Draft
  if (draft['$ref'] === reference) draft['$ref'] = to
  for (const child of Object.values(draft)) repoint(child, reference, to)
}

/** Takes a value out of a list that must have it. */
export function drop(node: Draft, key: string, value: unknown): void {
  const list = node[key] as unknown[]
  const kept = list.filter((each) => each !== value)
  if (kept.length === list.length) throw new Error(`${key} has no ${String(value)}`)
  node[key] = kept
}

export function append(node: Draft, key: string, ...values: readonly unknown[]): void {
  node[key] = [...((node[key] as unknown[] | undefined) ?? []), ...values]
}
