// The launcher of `npm start` and every other task, for a clone with nothing but Node and npm: it installs
// missing packages, builds stale sources and runs the task in the same process.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const BUILT_FROM = ['src', 'scripts', 'generated', 'test', 'tsconfig.json', 'tsconfig.build.json']

const [task = ''] = process.argv.splice(2, 1)
requireNode(20, 19)
if (isOlder('node_modules/.package-lock.json', ['package-lock.json'])) {
  run('Installing', 'npm', ['ci', '--no-audit', '--no-fund'])
}
if (isOlder('dist/.tsbuildinfo', BUILT_FROM)) {
  // `npm run build` and `npm test` check the types, which takes much longer.
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck']
  run('Building', process.execPath, tsc)
  // tsc does not touch the file when only the dates of sources have changed.
  const now = new Date()
  utimesSync(path.join(root, 'dist/.tsbuildinfo'), now, now)
}
process.setSourceMapsEnabled(true)
await import(new URL(`../dist/scripts/${task}.js`, import.meta.url).href)

function requireNode(major, minor) {
  const [ours = 0, oursMinor = 0] = process.versions.node.split('.').map(Number)
  if (ours > major || (ours === major && oursMinor >= minor)) return
  console.error(`Node ${major}.${minor} or newer is needed; this is ${process.versions.node}.`)
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

function run(what, command, args) {
  console.error(`${what}...`)
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status === 0) return
  console.error(`${what} failed${error ? `: ${error.message}` : ''}.`)
  process.exit(status ?? 1)
}
