import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { makeFolders } from '../make-folders.ts'

const run = promisify(execFile)

/** The account that runs PostgreSQL's programs, which refuse to run as root. */
export interface ServerAccount {
  /** The owner of the server's files. */
  readonly uid: number | undefined
  /** Creates a folder, if missing, that only the account can enter. */
  makeDirectory(directory: string): Promise<void>
  /** @throws if the program fails, with its output. */
  run(program: string, args: readonly string[]): Promise<void>
  /** Starts a program that outlives this process, with its output in the file `log`. */
  start(program: string, args: readonly string[], log: number): ChildProcess
}

/** The usual id of the unprivileged account `nobody`. */
const NOBODY = 65_534
const IDS_OF_NOBODY = { uid: NOBODY, gid: NOBODY }
const NAMESPACE = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]

/**
 * An ordinary user runs the server under its own account. Root runs it in a user namespace that maps root to
 * `nobody`, so that no file changes its owner or its permissions. Where namespaces are not allowed (many
 * containers), the server runs as `nobody`, which owns its files.
 */
export async function findServerAccount(): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return ownAccount
  return (await canUseNamespaces()) ? namespacedRoot : nobody
}

const ownAccount: ServerAccount = {
  uid: process.getuid?.(),
  makeDirectory: makePrivateDirectory,
  run: runProgram,
  start: startProgram,
}

const namespacedRoot: ServerAccount = {
  uid: process.getuid?.(),
  makeDirectory: makePrivateDirectory,
  run: (program, args) => runProgram('unshare', [...NAMESPACE, '--', program, ...args]),
  start: (program, args, log) =>
    startProgram('unshare', [...NAMESPACE, '--', program, ...args], log),
}

const nobody: ServerAccount = {
  uid: NOBODY,
  async makeDirectory(directory) {
    await makePrivateDirectory(directory)
    if ((await stat(directory)).uid === 0) await chown(directory, NOBODY, NOBODY)
  },
  run: (program, args) =>
    runProgram(program, args, IDS_OF_NOBODY).catch((error: Error) => {
      throw new Error(
        `${error.message}\nRoot runs PostgreSQL as "nobody", and this account must be able to enter the folder. ` +
          'Move the project to such a folder, start it as an ordinary user, or set DATABASE_URL.',
      )
    }),
  start: (program, args, log) => startProgram(program, args, log, IDS_OF_NOBODY),
}

async function makePrivateDirectory(directory: string): Promise<void> {
  makeFolders(directory, 0o700)
}

async function canUseNamespaces(): Promise<boolean> {
  return run('unshare', [...NAMESPACE, '--', 'true']).then(
    () => true,
    () => false,
  )
}

interface Ids {
  readonly uid?: number
  readonly gid?: number
}

function startProgram(
  program: string,
  args: readonly string[],
  log: number,
  ids: Ids = {},
): ChildProcess {
  const child = spawn(program, args, { ...ids, detached: true, stdio: ['ignore', log, log] })
  child.unref()
  return child
}

async function runProgram(program: string, args: readonly string[], ids: Ids = {}): Promise<void> {
  try {
    await run(program, args, { ...ids, env: { ...process.env, LC_ALL: 'C' } })
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as Error & { stdout?: string; stderr?: string }
    throw new Error(`${message}\n${stdout}${stderr}`.trim(), { cause: error })
  }
}
