/** Deep chains tell nothing new. */
const MAX_CAUSES = 3

interface LoggedError {
  readonly [key: string]: unknown
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: unknown
  readonly cause?: LoggedError
}

/** Class 22 of SQLSTATE: its messages quote the value that PostgreSQL cannot take. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/

/**
 * What the log says of an error: never the fields in which PostgreSQL repeats the values of a row
 * (`detail`, `where`) or `pg` those of a query, nor a message that quotes a value.
 */
export function serializeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, stack = '', cause } = error
  const { code, errors } = error as { code?: unknown; errors?: unknown }
  const isQuoting = typeof code === 'string' && DATA_EXCEPTION.test(code)
  const message = isQuoting ? 'PostgreSQL cannot take a value' : error.message
  return {
    type: name,
    message,
    stack: stack.replace(error.message, () => message),
    ...(code !== undefined && { code }),
    ...(Array.isArray(errors) && { errors: errors.map((each) => serializeError(each, depth + 1)) }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: serializeError(cause, depth + 1) }),
  }
}
