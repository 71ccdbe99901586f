import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Starts the program `name` next to the module `from`, in sources and build. Messages can contain buffers and
 * typed arrays.
 * @param environment in addition to `inherited`.
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
    // Ctrl-C reaches only the bench, which then stops its processes.
    detached: true,
    env: { ...inherited(), ...environment },
    execArgv: [...flags],
  })
}

/** Variables that programs and PostgreSQL's client need; others could change the results. */
export function inherited(): NodeJS.ProcessEnv {
  const given = Object.entries(process.env)
  return Object.fromEntries(given.filter(([name]) => /^(PATH|HOME|PG[A-Z]+)$/.test(name)))
}

/** Sends a message and waits for the reply. @throws when the process ends before it. */
export async function call<Reply>(child: ChildProcess, message: object | string): Promise<Reply> {
  const reply = nextMessage<Reply>(child)
  // Without a callback, an ended process would emit an error event without a listener.
  if (child.connected) child.send(message, () => {})
  return reply
}

/** @throws when the process ends before its next message. */
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

/** Ends it with SIGTERM, and waits for its end. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}
