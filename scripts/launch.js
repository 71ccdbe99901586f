// The launcher of `npm start` and every other task, for a clone with nothing but Node and npm: it installs
// missing packages, builds stale sources and runs the task in the same process. If Node is too old, all of this runs
// with a newer one from npm.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { installNode, RECOMMENDED } from './install-node.js'
import { compile, root, runStep } from './run-step.js'

const BUILT_FROM = ['src', 'scripts', 'generated', 'test', 'tsconfig.json', 'tsconfig.build.json']

if (isNodeOlderThan(22, 12)) process.exit(await runWithNewerNode())
const [task = ''] = process.argv.splice(2, 1)
if (isOlder('node_modules/.package-lock.json', ['package-lock.json'])) {
  await runStep('Installing', 'npm', ['ci', '--no-audit', '--no-fund'])
}
if (isOlder('dist/.tsbuildinfo', BUILT_FROM)) {
  // `npm run build` and `npm test` check the types, which takes much longer.
  await compile('--noCheck')
}
process.setSourceMapsEnabled(true)
await import(new URL(`../dist/scripts/${task}.js`, import.meta.url).href)

function isNodeOlderThan(major, minor) {
  const [ours = 0, oursMinor = 0] = process.versions.node.split('.').map(Number)
  return ours < major || (ours === major && oursMinor < minor)
}

/** Runs the same command line with the Node that npm installs. Its signals and its end are those of this process. */
function runWithNewerNode() {
  const needed = `Node 22.12 or newer is needed, and this is ${process.versions.node}`
  console.error(`${needed}: using Node ${RECOMMENDED} from npm's package, in .data/nodes.`)
  const programs = newerNode()
  const PATH = `${programs}${path.delimiter}${process.env.PATH ?? ''}`
  const args = [...process.execArgv, ...process.argv.slice(1)]
  const env = { ...process.env, PATH }
  const child = spawn(path.join(programs, 'node'), args, { stdio: 'inherit', env })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(giveUp(message)))
    child.once('exit', (code, signal) => {
      if (signal === null) return resolve(code)
      for (const each of signals) process.removeAllListeners(each)
      process.kill(process.pid, signal)
    })
  })
}

function newerNode() {
  try {
    return installNode()
  } catch (error) {
    return giveUp(error.message)
  }
}

function giveUp(reason) {
  console.error(
    `${reason}. Install Node 22.12 or newer yourself, for example from https://nodejs.org.`,
  )
  process.exit(1)
}

/** Whether `target` is missing, or older than the newest file of `sources`. */
function isOlder(target, sources) {
  const file = path.join(root, target)
  return !existsSync(file) || statSync(file).mtimeMs < Math.max(...sources.map(newest))
}

function newest(name) {
  const file = path.join(root, name)
  const stat = statSync(file)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(file).map((child) => newest(path.join(name, child))))
}
