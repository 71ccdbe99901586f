import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { readFlags } from './command-line.ts'
import { runProcess } from '../src/server/lifecycle.ts'

/**
 * `npm run dev`: compiles on every change of a source and restarts the service. Type errors are printed and
 * do not stop it.
 */
readFlags(`Usage: npm run dev

Compiles on every change of a source and restarts the service, as npm start runs it. Ctrl-C or SIGTERM ends it.`)

const root = projectRoot()

await runProcess((onClose) => {
  onClose(async ({ reason }) => console.error(`dev: ended by ${reason}`))
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const children = [
    start([tsc, '-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput']),
    start(['--enable-source-maps', '--watch', 'dist/scripts/start.js']),
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
