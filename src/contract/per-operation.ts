import type { Operation } from './document.ts'

/** What depends on an operation alone, made when it is first asked for and kept for the next request. */
export function memoizeByOperation<Made extends object>(
  make: (operation: Operation) => Made,
): (operation: Operation) => Made {
  const made = new WeakMap<Operation, Made>()
  return (operation) => {
    const known = made.get(operation)
    if (known !== undefined) return known
    const fresh = make(operation)
    made.set(operation, fresh)
    return fresh
  }
}
