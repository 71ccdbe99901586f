// The launcher of `npm start` and every other task, for a clone with nothing but Node and npm: it installs
// missing packages, builds stale sources and runs the task in the same process. If Node is too old, all of this runs
// with a newer one from npm.
import { spawn } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { BUILT, BUILT_FROM, compile } from './compile.js'
import { installNode, npmFailure, RECOMMENDED, root, SIGNALS } from './install-node.js'

/** The tasks of operators need no packages of development, which take longer to install than all others. */
const WITHOUT_DEVELOPMENT = ['start', 'migrate', 'import', 'export', 'demo', 'keys', 'offset-index']

/** npm writes it at the end of an installation. It names the packages that are there. */
const INSTALLED = 'node_modules/.package-lock.json'

/** It is there while npm adds packages, and after that was interrupted. */
const UNFINISHED = 'node_modules/.unfinished'

const OF_MACHINE = new Set('EACCES EDQUOT EIO EMFILE ENFILE ENOMEM ENOSPC EPERM EROFS'.split(' '))

const [task = ''] = process.argv.slice(2)
if (isNodeOlderThan(22, 12)) process.exit(await runWithNewerNode())
await installPackages()
process.argv.splice(2, 1)
if (isOlder(BUILT, BUILT_FROM)) await compile()
process.setSourceMapsEnabled(true)
await import(new URL(`../dist/scripts/${task}.js`, import.meta.url).href).catch(endOnSystemError)

/** An error of the machine, such as a full disk, needs no stack of the program. Any other can be a mistake of the program. */
function endOnSystemError(error) {
  if (!OF_MACHINE.has(error.code)) throw error
  console.error(`${task}: ${error.message}`)
  process.exit(1)
}

function isNodeOlderThan(major, minor) {
  const [ours = 0, oursMinor = 0] = process.versions.node.split('.').map(Number)
  return ours < major || (ours === major && oursMinor < minor)
}

/** Runs the same command line with the Node that npm installs. Its signals and its end are those of this process. */
async function runWithNewerNode() {
  const needed = `Node 22.12 or newer is needed, and this is ${process.versions.node}`
  console.error(`${needed}: using Node ${RECOMMENDED} from npm's package, in .data/nodes.`)
  // Each takes seconds, most of them of the network or the disk.
  const [programs] = await Promise.all([installNode().catch(giveUp), installPackages()])
  const PATH = `${programs}${path.delimiter}${process.env.PATH ?? ''}`
  const args = [...process.execArgv, ...process.argv.slice(1)]
  const env = { ...process.env, PATH }
  const child = spawn(path.join(programs, 'node'), args, { stdio: 'inherit', env })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.once('error', giveUp)
    child.once('exit', (code, signal) => {
      if (signal === null) return resolve(code)
      for (const each of SIGNALS) process.removeAllListeners(each)
      process.kill(process.pid, signal)
    })
  })
}

function giveUp({ message }) {
  console.error(
    `${message}. Install Node 22.12 or newer yourself, for example from https://nodejs.org.`,
  )
  process.exit(1)
}

/**
 * Installs what is missing of the packages in package-lock.json. `npm ci` would first remove all, also those of a service
 * that runs. It has to after an installation that was interrupted: packages may lack files, and `npm install` does not see it.
 */
async function installPackages() {
  const file = path.join(root, INSTALLED)
  const unfinished = path.join(root, UNFINISHED)
  const isWhole = existsSync(file) && !existsSync(unfinished)
  const hasDevelopment = isWhole && readFileSync(file, 'utf8').includes('"dev": true')
  const withDevelopment = hasDevelopment || !WITHOUT_DEVELOPMENT.includes(task)
  const hasAll = isWhole && hasDevelopment === withDevelopment
  if (hasAll && !isOlder(INSTALLED, ['package-lock.json'])) return
  console.error('Installing...')
  if (isWhole) writeFileSync(unfinished, '')
  const command = isWhole ? ['install', '--no-save'] : ['ci']
  const kinds = withDevelopment ? '--include=dev' : '--omit=dev'
  const failure = await npmFailure([...command, kinds], root)
  // npm removes what it has added, unless it is killed.
  if (!failure?.signal) rmSync(unfinished, { force: true })
  // On a full disk, npm may end with 0 although it has not written this file.
  if (failure !== undefined || !existsSync(file)) {
    const reason = failure?.message ?? `${INSTALLED} is missing. See whether the disk is full`
    console.error(`Installing failed: ${reason}`)
    process.exit(1)
  }
  // npm does not write it when nothing was missing.
  const now = new Date()
  utimesSync(file, now, now)
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
