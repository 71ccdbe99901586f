import type { OperationExecutor } from '../contract/backing.ts'
import { Problem } from '../problem.ts'
import type { MigrationState } from './schema.ts'

/**
 * Has what needs the database refused until its tables are there, and writing refused where they are
 * newer than this version of the program, which would not keep rules that it does not know.
 */
export function migrationGate(
  state: () => MigrationState,
): (backing: OperationExecutor) => OperationExecutor {
  return ({ authenticate, read, write }) => ({
    authenticate: (authorization) =>
      // Without a key there is nothing to look up, and what cannot be a key is refused unseen.
      state() === 'waiting'
        ? authenticate(authorization).catch(refuseUnlessProblem)
        : authenticate(authorization),
    read: (request, operation) => {
      if (state() === 'waiting') throw notYet()
      return read(request, operation)
    },
    write: (request, operation) => {
      if (state() === 'waiting') throw notYet()
      if (state() === 'newer') throw notWithThisVersion()
      return write(request, operation)
    },
  })
}

function refuseUnlessProblem(error: unknown): never {
  throw error instanceof Problem ? error : notYet(error)
}

function notYet(cause?: unknown): Problem {
  return new Problem(
    'service_unavailable',
    'The service has only begun and waits for its database. Try again after a moment.',
    { cause },
  )
}

function notWithThisVersion(): Problem {
  return new Problem(
    'service_unavailable',
    'The service takes nothing while it is brought to a newer version. Try again after a moment.',
  )
}
