import pg from 'pg'

/**
 * Counts the messages by which PostgreSQL says that it has done what a client sent (ReadyForQuery), on all connections
 * of this process. @returns a function that returns their number so far.
 */
export function countRoundTrips(): () => number {
  let count = 0
  const { prototype } = pg.Connection
  const emit = Reflect.get(prototype, 'emit')
  prototype.emit = function counted(this: pg.Connection, event, ...values: unknown[]) {
    if (event === 'readyForQuery') count += 1
    return Reflect.apply(emit, this, [event, ...values])
  }
  return () => count
}
