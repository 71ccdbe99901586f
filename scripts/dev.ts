import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { readFlags } from './command-line.ts'
import { runProcess } from '../src/server/lifecycle.ts'

const WATCHED = ['src', 'scripts', 'generated', 'openapi']

/**
 * `npm run dev`: restarts the service on every change of a source, which the launcher compiles. Type errors are
 * printed and do not stop it.
 */
readFlags(`Usage: npm run dev

Compiles on every change of a source and restarts the service, as npm start runs it. Ctrl-C or SIGTERM ends it.`)

const root = projectRoot()

await runProcess((onClose) => {
  onClose(async ({ reason }) => console.error(`dev: ended by ${reason}`))
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const children = [
    start([tsc, '--watch', '--preserveWatchOutput']),
    start([...WATCHED.map((folder) => `--watch-path=${folder}`), 'scripts/launch.js', 'start']),
  ]
  for (const child of children) onClose(() => stop(child))
  return Promise.resolve('running')
})

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
