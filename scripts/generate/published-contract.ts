import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { query } from 'jsonpath-rfc9535'
import { parse } from 'yaml'

type Json = null | boolean | number | string | Json[] | JsonObject
interface JsonObject {
  [key: string]: Json
}

const SOURCE = 'openapi/v1.yaml'
const PARTS = 'openapi/v1'
const OVERLAY = 'openapi/v1.overlay.yaml'
const COMPONENT = /^\/components\/(\w+)\/(\w+)$/

/**
 * The contract as it is published: openapi/v1.yaml with the files that it refers to, in one document, after the actions
 * of its overlay. Components keep their names. Any other reference, such as to a field of another schema, is replaced by
 * what it refers to. Keywords beside a reference win, as the examples of a field. A list that contains a reference to another
 * list has the items of that list, and an enum that refers to the fields of a schema has their names.
 * @param root the folder of the project.
 * @throws for a reference to nothing, two components of one name, what nothing refers to, and an action of the overlay that
 * selects nothing.
 */
export function publishedContract(root: string): JsonObject {
  const document = bundled(root)
  const { actions } = read(root, OVERLAY) as unknown as Overlay
  for (const { target, update } of actions) {
    const nodes = query(document, target) as JsonObject[]
    if (nodes.length === 0) throw new Error(`${OVERLAY}: nothing is at ${target}.`)
    for (const node of nodes) merge(node, update)
  }
  return document
}

/** The part of the Overlay Specification, 1.0.0, that the contract uses. */
interface Overlay {
  readonly actions: readonly { readonly target: string; readonly update: JsonObject }[]
}

/** Updates as section 4.4.3.1 of the Overlay Specification says, for objects and plain values. */
function merge(node: JsonObject, update: JsonObject): void {
  for (const [key, value] of Object.entries(update)) {
    const present = node[key]
    if (isObject(present) && isObject(value)) merge(present, value)
    else node[key] = structuredClone(value)
  }
}

function bundled(root: string): JsonObject {
  const files = new Map<string, Json>()
  const components: Record<string, JsonObject> = {}
  const origins = new Map<string, string>()
  const references = new Set<string>()

  function file(name: string): Json {
    const known = files.get(name) ?? read(root, name)
    files.set(name, known)
    return known
  }

  /** `node` of a file, with its references as they are in the published document. */
  function published(node: Json, from: string): Json {
    if (Array.isArray(node)) {
      return node.flatMap((each) =>
        isObject(each) ? published(each, from) : [published(each, from)],
      )
    }
    if (!isObject(node)) return node
    const { $ref, ...others } = node
    const entries = Object.entries(others).map(([key, value]) => [key, published(value, from)])
    const own = withNames(Object.fromEntries(entries) as JsonObject)
    if (typeof $ref !== 'string') return own
    const referred = referredTo($ref, from)
    return Array.isArray(referred) ? referred : { ...referred, ...own }
  }

  function referredTo(reference: string, from: string): JsonObject | Json[] {
    const [target = '', pointer = ''] = reference.split('#')
    const to = target === '' ? from : path.posix.join(path.posix.dirname(from), target)
    const [, kind = '', name = ''] = COMPONENT.exec(pointer) ?? []
    const node = at(file(to), pointer)
    references.add(`${to}#${pointer}`)
    if (node === undefined) throw new Error(`${from}: nothing is at ${reference}.`)
    if (name === '') return published(node, to) as JsonObject | Json[]
    addComponent(kind, name, node, to)
    return { $ref: `#/components/${kind}/${name}` }
  }

  function addComponent(kind: string, name: string, node: Json, from: string): void {
    const origin = origins.get(`${kind} ${name}`)
    if (origin === from) return
    if (origin !== undefined) throw new Error(`${kind} ${name} is in ${origin} and in ${from}.`)
    origins.set(`${kind} ${name}`, from)
    const ofKind = (components[kind] ??= {})
    ofKind[name] = published(node, from)
  }

  /** Without this, an operation whose path v1.yaml does not name would be missing, and nothing would say so. */
  function rejectUnused(part: string): void {
    const used = [...references]
    for (const pointer of described(file(part), '')) {
      const place = `${part}#${pointer}`
      if (used.some((reference) => `${reference}/`.startsWith(`${place}/`))) continue
      const remedy = pointer.startsWith('/paths/')
        ? `Name it in \`paths\` of ${SOURCE}.`
        : 'Remove it, or refer to it.'
      throw new Error(`${part}: nothing refers to ${pointer}. ${remedy}`)
    }
  }

  const { components: own, ...rest } = file(SOURCE) as JsonObject
  for (const [kind, nodes] of Object.entries(own as Record<string, JsonObject>)) {
    for (const [name, node] of Object.entries(nodes)) addComponent(kind, name, node, SOURCE)
  }
  const document = published(rest, SOURCE) as JsonObject
  for (const [kind, nodes] of Object.entries(components)) components[kind] = byName(nodes)
  for (const part of readdirSync(path.join(root, PARTS))) rejectUnused(path.posix.join(PARTS, part))
  return { ...document, components: byName(components) }
}

/** Pointers to the paths, components and lists of a file. */
function described(node: Json, pointer: string): string[] {
  const depth = pointer.startsWith('/components') ? 3 : 2
  if (!isObject(node) || pointer.split('/').length > depth) return [pointer]
  return Object.entries(node).flatMap(([key, value]) => {
    const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1')
    return described(value, `${pointer}/${escaped}`)
  })
}

/** An enum of the fields that it refers to. `x-enum-varnames` has the prefix of their names for generators, such as `ARTWORK_`. */
function withNames(schema: JsonObject): JsonObject {
  if (!isObject(schema['enum'])) return schema
  const fields = Object.keys(schema['enum'])
  const names = fields.map(
    (field) => `${schema['x-enum-varnames'] as string}${field.toUpperCase()}`,
  )
  return { ...schema, enum: fields, 'x-enum-varnames': names, 'x-enumNames': names }
}

function at(document: Json, pointer: string): Json | undefined {
  const keys = pointer.split('/').slice(1)
  return keys
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((node, key) => (isObject(node) ? node[key] : undefined), document)
}

function read(root: string, name: string): Json {
  return parse(readFileSync(path.join(root, name), 'utf8')) as Json
}

function byName<Value>(named: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(named).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
