import type { ContractDocument } from '../../src/contract/document.ts'
import { deprecatedUses } from '../../src/contract/deprecation.ts'
import { METHODS, part, type Node } from './document.ts'

/**
 * The parts of a contract whose mark of deprecation the service announces, by headers and on its page:
 * asked of the very code that does so.
 */
export function announcedMarks(contract: Node): ReadonlySet<unknown> {
  const paths = part(contract, 'paths')
  const methods = Object.keys(paths).map((path) => [path, methodsOf(part(paths, path))] as const)
  const announced = { ...contract, paths: Object.fromEntries(methods) }
  return new Set(deprecatedUses(announced as unknown as ContractDocument).map(({ mark }) => mark))
}

/** A path without what stands beside its methods. */
function methodsOf(path: Node): Node {
  return Object.fromEntries(Object.entries(path).filter(([key]) => METHODS.includes(key)))
}
