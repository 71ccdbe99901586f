import { expect, it } from 'vitest'
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
    'PGHOST',
    'PGPASSWORD',
    'PGPORT',
    'PG_VERSION',
    'POSTGRES_DB',
    'POSTGRES_PASSWORD',
    'POSTGRES_USER',
  ],
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
