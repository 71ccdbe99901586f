import {
  components,
  isNode,
  part,
  resolve,
  type Documents,
  type Node,
  reachedFrom,
} from './document.ts'

/**
 * The released contract without the deprecated parts that are past their sunset date and gone from the
 * present one: clients were promised no more. Components that only it referred to go with it.
 * @param today as YYYY-MM-DD.
 */
export function withoutExpired({ before, after }: Documents, today: string): Node {
  const isOver = (value: unknown): boolean => {
    if (!isNode(value)) return false
    const { deprecated, 'x-sunset': sunset } = resolve(before, value)
    return deprecated === true && typeof sunset === 'string' && sunset < today
  }
  const kept = prune(before, after, isOver)
  return { ...kept, components: withoutOrphans(kept, after) }
}

type IsOver = (value: unknown) => boolean

/** @param present the node at the same place of the present contract. */
function prune(old: Node, present: unknown, isOver: IsOver): Node {
  const others = isNode(present) ? present : {}
  const kept = Object.entries(old)
    .filter(([key, value]) => key in others || !isOver(value))
    .map(([key, value]) => [key, pruneValue(value, others[key], isOver)] as const)
    // A path that has lost its last operation.
    .filter(([key, value]) => key in others || !isEmptied(old[key], value))
  return Object.fromEntries(kept)
}

function pruneValue(value: unknown, present: unknown, isOver: IsOver): unknown {
  if (isNode(value)) return prune(value, present, isOver)
  if (!Array.isArray(value)) return value
  const others: unknown[] = Array.isArray(present) ? present : []
  return value.filter((item) => !isOver(item) || others.some((other) => isSame(item, other)))
}

function isEmptied(old: unknown, present: unknown): boolean {
  return isNode(old) && isNode(present) && hasKeys(old) && !hasKeys(present)
}

function hasKeys(node: Node): boolean {
  return Object.keys(node).length > 0
}

/** Of a list of parameters. */
function isSame(old: unknown, present: unknown): boolean {
  if (!isNode(old) || !isNode(present)) return false
  return ['$ref', 'name', 'in'].every((key) => old[key] === present[key])
}

/** Credentials are not referred to by `$ref`. */
function withoutOrphans(kept: Node, after: Node): Node {
  const reached = reachedFrom(kept, [kept['paths']])
  const all = Object.entries(part(kept, 'components')).filter(([, named]) => isNode(named))
  return Object.fromEntries(
    all.map(([kind, named]) => [
      kind,
      Object.fromEntries(
        Object.entries(named as Node).filter(
          ([name]) =>
            kind === 'securitySchemes' ||
            reached.has(`${kind}/${name}`) ||
            name in components(after, kind),
        ),
      ),
    ]),
  )
}
