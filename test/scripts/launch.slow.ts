import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installNpmPackages } from '../../scripts/programs/npm-packages.ts'
import { root } from '../support/repository.ts'

// The launcher on a Node that is too old, with a task that waits, in a folder of its own.

const OLD = '20.19.0'
const PACKAGE = `node-${process.platform}-${process.arch}`
const TASK = `console.log(process.version, process.execArgv.join(), process.argv.slice(2).join())
if (process.argv[2] === 'wait') setInterval(() => {}, 1000)
else process.exitCode = 7
`

const nodes = path.join(root, '.data/nodes')
const oldPrograms = path.join(nodes, `${PACKAGE}-${OLD}`, 'node_modules', PACKAGE, 'bin')
const PATH = `${oldPrograms}${path.delimiter}${process.env['PATH'] ?? ''}`
let folder: string

beforeAll(async () => {
  await installNpmPackages({ [PACKAGE]: OLD }, path.join(nodes, `${PACKAGE}-${OLD}`))
  folder = await mkdtemp(path.join(tmpdir(), 'launch-'))
  await mkdir(path.join(folder, 'scripts'))
  for (const name of ['launch.js', 'install-node.js', 'run-step.js']) {
    await cp(path.join(root, 'scripts', name), path.join(folder, 'scripts', name))
  }
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}')
  // Nothing to install or to build: sources that are older than what is made of them.
  for (const name of ['src', 'generated', 'test', 'node_modules', 'dist/scripts']) {
    await mkdir(path.join(folder, name), { recursive: true })
  }
  for (const name of ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json']) {
    await writeFile(path.join(folder, name), '{}')
  }
  await writeFile(path.join(folder, 'dist/scripts/task.js'), TASK)
  await writeFile(path.join(folder, 'node_modules/.package-lock.json'), '{}')
  await writeFile(path.join(folder, 'dist/.tsbuildinfo'), '{}')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const command = ['--max-semi-space-size=16', 'scripts/launch.js', 'task']

it('says that no newer Node can be installed', async () => {
  const env = { ...process.env, PATH, npm_config_registry: 'http://127.0.0.1:9' }
  Object.assign(env, {
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_fetch_retry_mintimeout: '10',
  })
  const ended = await new Promise<string>((resolve) => {
    execFile('node', command, { cwd: folder, env }, (error, _stdout, stderr) => {
      resolve(`${String(error?.code)} ${stderr.trimEnd().split('\n').at(-1) ?? ''}`)
    })
  })
  expect(ended).toMatch(/^1 npm could not install node-.* Install Node 22\.12 or newer yourself/)
})

it('runs the command with the Node of npm, passing on options, signals and the end', async () => {
  await rm(path.join(folder, '.data'), { recursive: true, force: true })
  await symlink(path.join(root, '.data'), path.join(folder, '.data'))
  const options = { cwd: folder, env: { ...process.env, PATH } }
  const ended = await new Promise<object>((resolve) => {
    execFile('node', [...command, 'a', 'b'], options, (error, stdout, stderr) => {
      resolve({ code: error?.code, stdout, said: stderr.split('\n')[0] })
    })
  })
  expect(ended).toEqual({
    code: 7,
    stdout: 'v24.21.0 --max-semi-space-size=16 a,b\n',
    said: `Node 22.12 or newer is needed, and this is ${OLD}: using Node 24.21.0 from npm's package, in .data/nodes.`,
  })
  const waiting = spawn('node', [...command, 'wait'], options)
  await once(waiting.stdout, 'data')
  waiting.kill('SIGTERM')
  expect(await once(waiting, 'exit')).toEqual([null, 'SIGTERM'])
})

// Its build info would name files of the build before, and the next build would keep what differs.
it('leaves no build info after a build that did not end', async () => {
  const compiler = path.join(folder, 'node_modules/typescript/bin')
  await mkdir(compiler, { recursive: true })
  await writeFile(path.join(compiler, 'tsc'), 'process.kill(process.pid)')
  const buildInfo = path.join(folder, 'dist/.tsbuildinfo')
  await utimes(buildInfo, 0, 0)
  await once(spawn(process.execPath, command, { cwd: folder }), 'exit')
  expect(existsSync(buildInfo)).toBe(false)
})
