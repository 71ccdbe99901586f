import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Starts the program `name` that lies beside the module `from`, in the sources as well as in what is
 * built of them. Buffers and typed arrays can be sent both ways.
 * @param environment what it is given beside `inherited`.
 * @param flags of Node.
 */
export function forkBeside(
  from: string,
  name: string,
  environment: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): ChildProcess {
  const here = fileURLToPath(from)
  return fork(path.join(path.dirname(here), `${name}${path.extname(here)}`), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    // A Ctrl-C reaches the bench alone, which then stops what it has started.
    detached: true,
    env: { ...inherited(), ...environment },
    execArgv: [...flags],
  })
}

/** Variables that programs and PostgreSQL's client need; others would make runs differ between shells. */
export function inherited(): NodeJS.ProcessEnv {
  const given = Object.entries(process.env)
  return Object.fromEntries(given.filter(([name]) => /^(PATH|HOME|PG[A-Z]+)$/.test(name)))
}

/** Sends a message and waits for the answer. @throws when the process has ended, or ends meanwhile. */
export async function ask<Answer>(child: ChildProcess, message: object | string): Promise<Answer> {
  const answer = nextMessage<Answer>(child)
  // Without a callback, a process that has gone would emit an error event without a listener.
  if (child.connected) child.send(message, () => {})
  return answer
}

/** @throws when the process has ended, or ends before it says anything. */
export function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => {
      child.off('message', onMessage)
      reject(new Error(`${path.basename(child.spawnargs[1] ?? '')} has ended.`))
    }
    const onMessage = (message: unknown): void => {
      child.off('exit', onExit)
      resolve(message as Message)
    }
    child.once('exit', onExit)
    child.once('message', onMessage)
    if (!child.connected) onExit()
  })
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Asks it to end, and waits until it has. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}
