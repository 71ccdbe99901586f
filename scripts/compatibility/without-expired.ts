import {
  components,
  isNode,
  list,
  part,
  resolve,
  type Documents,
  type Node,
  reachedFrom,
} from './document.ts'

/**
 * The released contract without the deprecated operations and parameters that are past their sunset date and gone from the
 * present one: clients were promised no more. Components that only it referred to go with it.
 * @param today as YYYY-MM-DD.
 */
export function withoutExpired({ before, after }: Documents, today: string): Node {
  const isOver = (value: unknown): boolean => {
    if (!isNode(value)) return false
    const { deprecated, 'x-sunset': sunset } = resolve(before, value)
    return deprecated === true && typeof sunset === 'string' && sunset < today
  }
  const paths = Object.entries(part(before, 'paths')).flatMap(([path, item]) => {
    const present = part(part(after, 'paths'), path)
    const kept = Object.entries(item as Node).flatMap(([method, operation]) => {
      if (method in present)
        return [[method, withoutParameters(operation, present[method], isOver)]]
      return isOver(operation) ? [] : [[method, operation]]
    })
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept) as Node]]
  })
  const kept = { ...before, paths: Object.fromEntries(paths) as Node }
  return { ...kept, components: withoutOrphans(kept, after) }
}

function withoutParameters(
  operation: unknown,
  present: unknown,
  isOver: (value: unknown) => boolean,
): unknown {
  if (!isNode(operation) || !isNode(present) || operation['parameters'] === undefined)
    return operation
  const parameters = list(operation, 'parameters').filter(
    (old) => !isOver(old) || list(present, 'parameters').some((other) => isSame(old, other)),
  )
  return { ...operation, parameters }
}

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
