import path from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { declaredMetrics } from '../../src/server/metrics.ts'
import { filesBelow, readText } from '../support/repository.ts'
import { serviceVariables } from './service-settings.ts'

/** Names that other programs read, by program. */
const OF_OTHERS = {
  build: ['BUILD_BASE'],
  // In deploy/.env.
  compose: ['DATABASE_PASSWORD'],
  etcd: [
    'ETCD_ADVERTISE_CLIENT_URLS',
    'ETCD_INITIAL_ADVERTISE_PEER_URLS',
    'ETCD_INITIAL_CLUSTER',
    'ETCD_INITIAL_CLUSTER_STATE',
    'ETCD_LISTEN_CLIENT_URLS',
    'ETCD_LISTEN_PEER_URLS',
    'ETCD_NAME',
  ],
  node: ['NODE_COMPILE_CACHE'],
  // PG_VERSION is a file.
  postgresql: [
    'LC_ALL',
    'PGHOST',
    'PGPASSWORD',
    'PGPORT',
    'PG_VERSION',
    'POSTGRES_DB',
    'POSTGRES_PASSWORD',
    'POSTGRES_USER',
  ],
  // In /etc/art-marketplace-copy.env.
  copy: ['COPY_TO'],
  systemd: ['AF_INET', 'AF_INET6', 'AF_UNIX', 'STATE_DIRECTORY'],
}

// A misspelt name has no effect, and nobody notices.
it('the files for operators name variables that the service or another program reads', () => {
  const known = new Set([...serviceVariables(), ...Object.values(OF_OTHERS).flat()])
  const named = [...filesBelow('deploy'), 'Containerfile'].flatMap((file) =>
    [...readText(file).matchAll(/\b[A-Z][A-Z\d]*_[A-Z\d_]+\b|\bPG[A-Z]+\b/g)].map(
      ([name]) => `${file}: ${name}`,
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((line) => !known.has(line.replace(/.*: /, '')))).toEqual([])
})

/** The names in the first column of the tables of a page. */
function namesInTables(page: string): string[] {
  const cells = readText(page).matchAll(/^\| (`[A-Z][^|]*)\|/gm)
  return [...cells].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name),
  )
}

// An operator cannot set what no page names.
it('the pages name each variable that the service reads, and the table of all of them no other', () => {
  const listed = namesInTables('src/docs/configure.md')
  const named = new Set([...listed, ...namesInTables('src/docs/observe.md')])
  const read = serviceVariables()
  expect([...read].filter((name) => !named.has(name))).toEqual([])
  expect(listed.filter((name) => !read.has(name))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})

it('the table of metrics has each metric of the service, and no other', () => {
  const own = declaredMetrics().filter(({ name }) => !/^(nodejs|process)_/.test(name))
  const declared = own.map(({ name }) => name)
  const [, table = ''] = /^(\| metric[^]*?)\n\n/m.exec(readText('src/docs/observe.md')) ?? []
  expect(declared.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
  const cells = [...table.matchAll(/^\|([^|]*)/gm)].map(([, cell = '']) => cell).join('\n')
  const listed = [...cells.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)
  expect(listed.filter((name) => !declared.includes(name))).toEqual([])
})

const DEPLOYED = filesBelow('deploy')

it.each([
  // An instance of a unit has its name after the @.
  [
    'units',
    /\b(art-marketplace[\w-]*@?)[\w%{},]*(\.(?:service|timer))\b/g,
    DEPLOYED.map((file) => path.basename(file)),
  ],
  [
    'files and folders',
    /\b(deploy\/[\w./@-]*[\w/])/g,
    [
      ...DEPLOYED.flatMap((file) => [file, `${path.dirname(file)}/`]),
      'deploy/.env',
      'deploy/kubernetes/secret.yaml',
    ],
  ],
  [
    'commands',
    /\bnpm run (?:-s )?(\w[\w:-]*)/g,
    Object.keys((JSON.parse(readText('package.json')) as { scripts: object }).scripts),
  ],
  [
    'programs',
    /\bdist\/([\w/-]+)\.js\b/g,
    [...filesBelow('scripts'), ...filesBelow('src')].map((file) => file.replace(/\.tsx?$/, '')),
  ],
])('the pages for operators name %s that exist', (_kind, pattern, known) => {
  const pages = readText('src/docs/operations.md').matchAll(/\]\(([\w-]+\.md)/g)
  const texts = [...pages].map(([, page]) => readText(`src/docs/${page}`)).join('\n')
  const named = [...texts.matchAll(pattern)].map(([, ...parts]) => parts.join(''))
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

it('the table of all variables has the defaults of the service', () => {
  const rows = readText('src/docs/configure.md').matchAll(/^\| `([A-Z_]+)` +\| `([^`]+)` +\|/gm)
  const defaults = [...rows].map(([, name = '', value = '']) => [name, value])
  expect(defaults.length).toBeGreaterThan(8)
  for (const [name = '', value = ''] of defaults)
    expect.soft(readConfig({ [name]: value }), name).toEqual(readConfig({}))
})

// Under the usual umask, every account of the machine can read a new file.
it.each([
  'deploy/.env',
  'deploy/kubernetes/secret.yaml',
  '/etc/art-marketplace.env',
  '/etc/art-marketplace.pgpass',
])('the pages let nobody but its owner read %s, and do not empty it', (file) => {
  const commands = ['install', 'deploy', 'configure'].flatMap((page) =>
    readText(`src/docs/${page}.md`).split('\n'),
  )
  const closing = commands.filter((line) => /-m 600|chmod 600/.test(line) && line.includes(file))
  expect(closing).toHaveLength(1)
  expect(closing[0]).not.toContain('/dev/null')
})
