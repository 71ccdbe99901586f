// What npm installs before a task: packages, and Node itself, which the registry has as packages named by platform and
// processor. It is plain JavaScript that old versions of Node run too.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The recommended version, with which CI runs. */
export const RECOMMENDED = '24.21.0'

/**
 * Installs the recommended Node in `.data/nodes` unless it is there. The layout is that of `npm run test:nodes`.
 * @returns the folder of its program, for PATH.
 * @throws when npm cannot install it.
 */
export async function installNode() {
  const name = `node-${process.platform}-${process.arch}`
  const folder = path.join(root, '.data/nodes', `${name}-${RECOMMENDED}`)
  const programs = path.join(folder, 'node_modules', name, 'bin')
  if (existsSync(path.join(folder, 'installed.txt'))) return programs
  const dependencies = { [name]: RECOMMENDED }
  const manifest = `${JSON.stringify({ private: true, type: 'module', dependencies }, null, 2)}\n`
  const draft = `${folder}-draft-${process.pid}`
  const removeDraft = () => rmSync(draft, { recursive: true, force: true, maxRetries: 3 })
  process.on('exit', removeDraft)
  try {
    mkdirSync(draft, { recursive: true })
    writeFileSync(path.join(draft, 'package.json'), manifest)
    const options = ['--ignore-scripts', '--prefer-offline', '--fetch-retries=1']
    const failure = await npmFailure(['install', '--prefix', draft, ...options], draft)
    if (failure !== undefined) throw failure
    writeFileSync(path.join(draft, 'installed.txt'), manifest)
    moveTo(folder, draft)
  } catch (cause) {
    const message = `npm could not install ${name}@${RECOMMENDED} (${cause.message})`
    throw new Error(message, { cause })
  } finally {
    process.off('exit', removeDraft)
    removeDraft()
  }
  return programs
}

/**
 * Runs npm, with its output on standard error. A signal ends both, and at once: npm would go on for seconds, and then remove
 * what the next start has begun to use.
 * @returns why it failed, with the signal that ended it; undefined if it did not fail.
 */
export async function npmFailure([command, ...options], folder) {
  const args = [command, ...options, '--no-audit', '--no-fund', '--loglevel=error']
  const exit = () => process.exit(130)
  for (const signal of SIGNALS) process.on(signal, exit)
  const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] })
  const kill = () => child.kill('SIGKILL')
  // Before what removes the files that npm writes.
  process.prependListener('exit', kill)
  const failure = await new Promise((resolve) => {
    child.once('error', resolve)
    child.once('exit', (code, signal) => {
      const error = new Error(`npm ${command} ended with ${code ?? signal}`)
      resolve(code === 0 ? undefined : Object.assign(error, { signal }))
    })
  })
  process.off('exit', kill)
  for (const signal of SIGNALS) process.off(signal, exit)
  return failure
}

/** Another process may have installed it in the meantime. */
function moveTo(folder, draft) {
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(path.join(folder, 'installed.txt'))) throw error
  }
}
