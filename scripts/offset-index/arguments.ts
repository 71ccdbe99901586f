import { parseArgs } from 'node:util'
import { SORT_ORDERS, type SortOrder } from '../../src/read-model/sort-orders.ts'

export const USAGE = `Usage: npm run offset-index -- COMMAND

  check                    counts each segment of each sort order, and compares each stored document and price
                           with one built from its record; ends with 1 and names the errors if there are any
  rebuild [SORT_ORDER...]  rebuilds the anchors of these sort orders, or of all, and removes wrong documents;
                           the service goes on meanwhile, but writers to a list wait while one of its sort
                           orders is rebuilt

The offset index finds a page at any depth. It stays right by itself, unless triggers were disabled during
a write, or rows were written to a restored dump before the service has started.
Sort orders: ${SORT_ORDERS.map(({ name }) => name).join(', ')}.
`

export type OffsetIndexCommand = CheckCommand | RebuildCommand

interface CheckCommand {
  readonly name: 'check'
}

interface RebuildCommand {
  readonly name: 'rebuild'
  /** Empty for all. */
  readonly sortOrders: readonly SortOrder[]
}

/** @throws an error that names the invalid argument. */
export function readArguments(args: readonly string[]): OffsetIndexCommand {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true })
  const [name, ...rest] = positionals
  if (name === 'rebuild') return { name, sortOrders: rest.map(sortOrderNamed) }
  if (name !== 'check') {
    throw new Error(name === undefined ? 'A command is needed.' : `"${name}" is no command.`)
  }
  if (rest.length > 0) throw new Error('check takes no argument.')
  return { name }
}

function sortOrderNamed(name: string): SortOrder {
  const sortOrder = SORT_ORDERS.find((known) => known.name === name)
  if (sortOrder === undefined) throw new Error(`"${name}" is no sort order.`)
  return sortOrder
}
