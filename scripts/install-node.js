// Node from the npm registry, which has it as packages named by platform and processor. It is plain JavaScript
// that old versions of Node run too.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** The recommended version, with which CI runs. */
export const RECOMMENDED = '24.21.0'

/**
 * Installs the recommended Node in `.data/nodes` unless it is there. The layout is that of `npm run test:nodes`.
 * @returns the folder of its program, for PATH.
 * @throws when npm cannot install it.
 */
export function installNode() {
  const name = `node-${process.platform}-${process.arch}`
  const folder = path.join(root, '.data/nodes', `${name}-${RECOMMENDED}`)
  const programs = path.join(folder, 'node_modules', name, 'bin')
  if (existsSync(path.join(folder, 'installed.txt'))) return programs
  const dependencies = { [name]: RECOMMENDED }
  const manifest = `${JSON.stringify({ private: true, type: 'module', dependencies }, null, 2)}\n`
  const draft = `${folder}-draft-${process.pid}`
  try {
    mkdirSync(draft, { recursive: true })
    writeFileSync(path.join(draft, 'package.json'), manifest)
    npmInstall(name, draft)
    writeFileSync(path.join(draft, 'installed.txt'), manifest)
    moveTo(folder, draft)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return programs
}

function npmInstall(name, folder) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const args = ['install', '--prefix', folder, '--prefer-offline', '--fetch-retries=1', ...quiet]
  const { status, error } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 2] })
  if (status === 0) return
  const cause = error === undefined ? `npm install ended with ${status}` : error.message
  throw new Error(`npm could not install ${name}@${RECOMMENDED} (${cause})`)
}

/** Another process may have installed it in the meantime. */
function moveTo(folder, draft) {
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(path.join(folder, 'installed.txt'))) throw error
  }
}
