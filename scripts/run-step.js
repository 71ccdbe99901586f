// Runs a program that must succeed before a task. It is plain JavaScript that old versions of Node run too.
import { spawn } from 'node:child_process'
import { existsSync, renameSync, rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program in the project's folder, with its output on standard error. When it fails, this process ends with its
 * exit code. A signal ends both.
 */
export async function runStep(what, command, args) {
  console.error(`${what}...`)
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2] })
  /** @type {string | undefined} */
  let ending
  const end = (/** @type {'SIGTERM'} */ signal) => {
    ending = signal
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, end)
  const { code, error } = await new Promise((resolve) => {
    child.once('error', (problem) => resolve({ code: 1, error: problem }))
    child.once('exit', (exitCode) => resolve({ code: exitCode ?? 1 }))
  })
  for (const signal of SIGNALS) process.off(signal, end)
  if (ending !== undefined) console.error(`${what} was ended by ${ending}.`)
  else if (code !== 0) console.error(`${what} failed${error ? `: ${error.message}` : ''}.`)
  if (ending !== undefined || code !== 0) process.exit(ending === undefined ? code : 130)
}

const BUILD_INFO = path.join(root, 'dist/.tsbuildinfo')

/**
 * Compiles the sources to dist/. tsc compiles what differs from its build info, so a build that was interrupted leaves none:
 * its files would be taken for those of the build before.
 */
export async function compile(...options) {
  const building = `${BUILD_INFO}-building`
  rmSync(building, { force: true })
  if (existsSync(BUILD_INFO)) renameSync(BUILD_INFO, building)
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']
  const file = ['--tsBuildInfoFile', building]
  await runStep('Building', process.execPath, [...tsc, ...file, ...options])
  renameSync(building, BUILD_INFO)
  // tsc does not touch the file when only the dates of sources have changed.
  const now = new Date()
  utimesSync(BUILD_INFO, now, now)
}
