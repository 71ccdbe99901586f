import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
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

/** It has the standard error of the launcher, whose end is seen when both have ended. */
const INTERRUPTED_NPM = '#!/bin/sh\nkill -TERM $PPID\nexec sleep 600'

const nodes = path.join(root, '.data/nodes')
const oldPrograms = path.join(nodes, `${PACKAGE}-${OLD}`, 'node_modules', PACKAGE, 'bin')
const PATH = `${oldPrograms}${path.delimiter}${process.env['PATH'] ?? ''}`
let folder: string

beforeAll(async () => {
  await installNpmPackages({ [PACKAGE]: OLD }, path.join(nodes, `${PACKAGE}-${OLD}`))
  folder = await mkdtemp(path.join(tmpdir(), 'launch-'))
  await mkdir(path.join(folder, 'scripts'))
  for (const name of ['launch.js', 'install-node.js', 'compile.js']) {
    await cp(path.join(root, 'scripts', name), path.join(folder, 'scripts', name))
  }
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}')
  // Nothing to install or to build: sources that are older than what is made of them.
  for (const name of ['src', 'generated', 'test', 'node_modules', 'dist/scripts']) {
    await mkdir(path.join(folder, name), { recursive: true })
  }
  await writeFile(path.join(folder, 'package-lock.json'), '{}')
  await cp(path.join(root, 'tsconfig.json'), path.join(folder, 'tsconfig.json'))
  await writeFile(path.join(folder, 'dist/scripts/task.js'), TASK)
  await writeFile(path.join(folder, 'node_modules/.package-lock.json'), '{ "dev": true }')
  await writeFile(path.join(folder, 'dist/.built'), '')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const command = ['--max-semi-space-size=16', 'scripts/launch.js', 'task']

it('says that no newer Node can be installed, and leaves nothing of an attempt', async () => {
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

  await writeFile(path.join(folder, 'npm'), INTERRUPTED_NPM, { mode: 0o755 })
  const interrupted = { ...env, PATH: `${folder}${path.delimiter}${PATH}` }
  await expect(
    promisify(execFile)('node', command, { cwd: folder, env: interrupted }),
  ).rejects.toMatchObject({ code: 130 })
  expect(await readdir(path.join(folder, '.data/nodes'))).toEqual([])
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

it('builds again after a build that failed', async () => {
  const source = path.join(folder, 'scripts/task.ts')
  const run = (): Promise<[number, string]> =>
    new Promise((resolve) => {
      execFile(process.execPath, [...command, 'a'], { cwd: folder }, (error, stdout, stderr) => {
        resolve([Number(error?.code), stdout + stderr])
      })
    })
  const built = path.join(folder, 'dist/.built')
  await utimes(built, 0, 0)
  await writeFile(source, 'const = 1')
  expect(await run()).toEqual([1, expect.stringContaining('npm ci --omit=dev')])
  for (const name of ['oxc-transform', '@oxc-transform']) {
    await symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name))
  }
  const failed = [1, expect.stringMatching(/scripts\/task\.ts:1:7[^]*Building failed/)]
  expect([await run(), await run()]).toEqual([failed, failed])
  expect(existsSync(built)).toBe(false)
  const old = ['scripts/gone.js', '.unfinished-1'].map((name) => path.join(folder, 'dist', name))
  for (const file of old) await writeFile(file, '')
  await writeFile(source, `\n\nthrow new Error('here' satisfies string)`)
  expect(await run()).toEqual([1, expect.stringContaining('scripts/task.ts:3')])
  expect(old.filter(existsSync)).toEqual([])
  await writeFile(source, `import fs from 'node:fs/promises'\n\nawait fs.readdir('/nowhere')`)
  expect(await run()).toEqual([1, expect.stringContaining('scripts/task.ts:3')])
  const full = { code: 'ENOSPC', syscall: 'write' }
  await writeFile(source, `throw Object.assign(new Error('full'), ${JSON.stringify(full)})`)
  expect(await run()).toEqual([1, 'Building...\ntask: full\n'])
  // A source that changes during a build is newer than the build, so it is compiled again.
  const output = await stat(path.join(folder, 'dist/scripts/task.js'))
  expect((await stat(built)).mtimeMs).toBeLessThan(output.mtimeMs)
})

it('builds whole files while other commands build or read them', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `part_${at}`)
  const long = `export const text = '${'long '.repeat(10_000)}'`
  for (const name of names) await writeFile(path.join(folder, `scripts/${name}.ts`), long)
  const imports = names.map((name) => `import { text as ${name} } from './${name}.ts'`)
  const lengths = `new Set([${names.map((name) => `${name}.length`).join()}])`
  await writeFile(
    path.join(folder, 'scripts/task.ts'),
    [...imports, `console.log([...${lengths}].join())`].join('\n'),
  )
  const launched = Array.from({ length: 6 }, async (_, at) => {
    await new Promise((resolve) => setTimeout(resolve, 50 * at))
    await utimes(path.join(folder, 'dist/.built'), 0, 0).catch(() => {})
    return (await promisify(execFile)(process.execPath, command, { cwd: folder })).stdout
  })
  const dist = path.join(folder, 'dist')
  const removing = setInterval(() => {
    for (const name of readdirSync(dist)) {
      if (name.startsWith('.unfinished-')) rmSync(path.join(dist, name), { force: true })
    }
  })
  expect(await Promise.all(launched)).toEqual(launched.map(() => '50000\n'))
  clearInterval(removing)
})

// `npm ci` would first remove all packages, also those of a service that runs.
it('adds the packages that a task needs, and makes all anew after an installation that was interrupted', async () => {
  const clone = await mkdtemp(path.join(folder, 'clone-'))
  for (const name of ['scripts', 'src', 'generated', 'test']) {
    await cp(path.join(folder, name), path.join(clone, name), { recursive: true })
  }
  const npm = (...args: string[]) => promisify(execFile)('npm', args, { cwd: clone })
  for (const name of ['served', 'tool']) {
    await mkdir(path.join(clone, name))
    await writeFile(
      path.join(clone, name, 'package.json'),
      `{"name": "${name}", "version": "1.0.0"}`,
    )
    await npm('pack', `./${name}`)
  }
  const dependencies = { served: 'file:served-1.0.0.tgz' }
  const devDependencies = { tool: 'file:tool-1.0.0.tgz' }
  const manifest = { type: 'module', dependencies, devDependencies }
  await writeFile(path.join(clone, 'package.json'), JSON.stringify(manifest))
  await npm('install', '--package-lock-only', '--offline')
  await writeFile(path.join(clone, 'tsconfig.json'), '{}')
  await mkdir(path.join(clone, 'dist/scripts'), { recursive: true })
  for (const task of ['start', 'check']) {
    await writeFile(path.join(clone, `dist/scripts/${task}.js`), `console.log('${task}')`)
  }
  await writeFile(path.join(clone, 'dist/.built'), '')

  const installed = path.join(clone, 'node_modules')
  const kept = path.join(installed, 'served/kept')
  const launch = (task: string, env = process.env) =>
    promisify(execFile)(process.execPath, [path.join(clone, 'scripts/launch.js'), task], { env })
  const packagesAfter = async (task: string) => {
    expect(await launch(task)).toMatchObject({ stdout: `${task}\n` })
    return (await readdir(installed)).filter((name) => !name.startsWith('.'))
  }
  expect(await packagesAfter('start')).toEqual(['served'])
  await writeFile(kept, '')
  expect(await packagesAfter('check')).toEqual(['served', 'tool'])
  await utimes(path.join(installed, '.package-lock.json'), 0, 0)
  expect(await packagesAfter('start')).toEqual(['served', 'tool'])
  expect(existsSync(kept)).toBe(true)

  const programs = path.join(clone, 'programs')
  await mkdir(programs)
  const env = { ...process.env, PATH: `${programs}${path.delimiter}${process.env['PATH'] ?? ''}` }
  for (const [script, code, isKept] of [
    ['#!/bin/sh\nexit 1', 1, true],
    ['#!/bin/sh\nkill -KILL $$', 1, false],
    [INTERRUPTED_NPM, 130, false],
  ] as const) {
    await writeFile(path.join(programs, 'npm'), script, { mode: 0o755 })
    await writeFile(kept, '')
    await utimes(path.join(installed, '.package-lock.json'), 0, 0)
    await expect(launch('check', env)).rejects.toMatchObject({ code })
    expect(await packagesAfter('check')).toEqual(['served', 'tool'])
    expect(existsSync(kept), script).toBe(isKept)
  }
})
