/** SQLSTATE classes and codes that say: not now, rather than: not so. */
const UNAVAILABLE_CLASSES = new Set(['08', '28', '3D', '40', '53', '57', '58'])
/** Lock, idle and transaction timeouts. */
const UNAVAILABLE_CODES = new Set(['25P03', '25P04', '55P03'])

/** Errors of the socket, before PostgreSQL could say anything. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/** What `pg` says in words only. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/

/** Whether the cause of `error` is the database's absence, exhaustion or shutdown. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as Error & { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string') return CONNECTION_LOST.test(error.message)
  // A Unix socket that is not there; any other missing file is a fault of ours.
  if (code === 'ENOENT') return syscall === 'connect'
  if (UNREACHABLE.has(code) || UNAVAILABLE_CODES.has(code)) return true
  return code.length === 5 && UNAVAILABLE_CLASSES.has(code.slice(0, 2))
}
