import { fileURLToPath } from 'node:url'
import { existsSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectRoot, readConfig } from '../src/config.ts'
import { hostUrls } from '../src/database-url.ts'
import { serviceVariables } from './deploy/service-settings.ts'

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: undefined,
      publicUrl: undefined,
      mediaUrl: undefined,
      databaseUrl: undefined,
      databasePoolSize: 16,
      dataDirectory: path.join(projectRoot(), '.data'),
      logLevel: 'info',
      isProduction: false,
      adminHost: '127.0.0.1',
      passwordFile: undefined,
      adminPort: undefined,
      isPooled: false,
      databaseReplicaUrls: [],
      databaseReplicaMaxLagMs: 10_000,
      trustedProxies: [],
      securityContact: undefined,
      rateLimitPerMinute: 6_000,
      changesRetentionDays: 30,
      webhookAllowedRanges: [],
      dataLicenseUrl: undefined,
      maxStoredBytes: 16 * 1024 ** 3,
      redisUrl: undefined,
      revision: undefined,
      warnings: [],
    })
  })

  it('reads each variable', () => {
    expect(
      readConfig({
        HOST: '0.0.0.0',
        PORT: '8080',
        PUBLIC_URL: 'https://art.example/shop/',
        MEDIA_URL: 'http://media.example',
        DATABASE_URL: 'postgres://u:p@db/art',
        DATABASE_POOL_SIZE: '4',
        DATA_DIRECTORY: '/var/lib/art',
        LOG_LEVEL: 'debug',
        NODE_ENV: 'production',
        ADMIN_HOST: '10.0.0.1',
        ADMIN_PORT: '9090',
        DATABASE_POOLER: 'transaction',
        DATABASE_REPLICA_URLS: 'postgres://u:p@one/art, postgres://u:p@two/art',
        DATABASE_REPLICA_MAX_LAG_MS: '500',
        TRUSTED_PROXIES: '10.0.0.0/8,::1',
        SECURITY_CONTACT: 'mailto:security@art.example',
        PICTURE_HOSTS: 'pictures.example,*.cdn.example',
        RATE_LIMIT_PER_MINUTE: '0',
        CHANGES_RETENTION_DAYS: '7',
        WEBHOOK_ALLOWED_RANGES: '10.0.0.0/8, ::1',
        DATA_LICENSE_URL: 'https://creativecommons.org/licenses/by/4.0/',
        STORAGE_MIB_PER_USER: '0',
        REDIS_URL: 'redis://root:50%25@cache:6379/1',
        REVISION: '5bfb797',
      }),
    ).toEqual({
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://art.example/shop',
      mediaUrl: 'http://media.example',
      databaseUrl: 'postgres://u:p@db/art',
      databasePoolSize: 4,
      dataDirectory: '/var/lib/art',
      logLevel: 'debug',
      isProduction: true,
      adminHost: '10.0.0.1',
      adminPort: 9090,
      isPooled: true,
      databaseReplicaUrls: ['postgres://u:p@one/art', 'postgres://u:p@two/art'],
      databaseReplicaMaxLagMs: 500,
      trustedProxies: ['10.0.0.0/8', '::1'],
      securityContact: 'mailto:security@art.example',
      pictureHosts: ['pictures.example', '*.cdn.example'],
      rateLimitPerMinute: 0,
      changesRetentionDays: 7,
      webhookAllowedRanges: ['10.0.0.0/8', '::1'],
      dataLicenseUrl: 'https://creativecommons.org/licenses/by/4.0/',
      maxStoredBytes: Infinity,
      redisUrl: 'redis://root:50%25@cache:6379/1',
      revision: '5bfb797',
      warnings: [],
    })
  })

  it.each([
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['RATE_LIMIT_PER_MIN', 'RATE_LIMIT_PER_MINUTE'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_POOL', 'DATABASE_POOLER'],
    ['database_url', 'DATABASE_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ])('warns of %s, which is like %s', (name, meant) => {
    expect(readConfig({ [name]: 'secret' }).warnings).toEqual([
      `The variable ${name} has no effect. If it should be ${meant}, rename it.`,
    ])
  })

  it('does not warn of variables of other programs, nor of empty ones', () => {
    const others =
      'PATH HOME HOSTNAME POST LANG TZ NODE_OPTIONS NODE_COMPILE_CACHE PGPASSWORD PGHOST REDIS_PORT REDIS_SERVICE_HOST DATABASE_PORT DATABASE_PASSWORD LOG_DIR HTTP_PROXY GIT_REVISION OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'
    const environment = Object.fromEntries(others.split(' ').map((name) => [name, 'value']))
    expect(readConfig({ ...environment, TRUSTED_PROXY: '' }).warnings).toEqual([])
    const both = { TRUSTED_PROXIES: '10.0.0.1', TRUSTED_PROXY: '10.0.0.1' }
    expect(readConfig(both).warnings).toEqual([])
  })

  const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' }
  const NAMES = [...serviceVariables()]

  it('treats an empty variable as unset', () => {
    expect(readConfig(Object.fromEntries(NAMES.map((name) => [name, ''])))).toEqual(readConfig({}))
  })

  /** The error of a value, if it is one. */
  const errorOf = (name: string, value: string): string | undefined => {
    try {
      readConfig({ ...COLLECTOR, [name]: value })
      return undefined
    } catch (error) {
      return String(error)
    }
  }

  it.each(NAMES)('rejects stray characters in %s, and any other value in a sentence', (name) => {
    for (const value of [' ', '\n', '8 ', '8\n', '8\r', '\t8', '\u{a0}8', '8\n8', '8\u{1b}8']) {
      expect(errorOf(name, value)).toBe(
        `Error: ${name} has a space at its start or end, or a line break or another control character: remove it.`,
      )
    }
    const values = fc.oneof(fc.string(), fc.maxSafeInteger().map(String))
    fc.assert(
      fc.property(values, (value) => {
        expect(errorOf(name, value) ?? `Error: ${name} .`).toMatch(RegExp(`^Error: ${name} .*\\.$`))
      }),
      { numRuns: 25 },
    )
  })

  const RANGES = [
    ['PORT', 1, 65_535],
    ['DATABASE_POOL_SIZE', 1, 1_000],
    ['ADMIN_PORT', 1, 65_535],
    ['DATABASE_REPLICA_MAX_LAG_MS', 100, 600_000],
    ['RATE_LIMIT_PER_MINUTE', 0, 1_000_000_000],
    ['STORAGE_MIB_PER_USER', 0, 1_000_000_000],
    ['CHANGES_RETENTION_DAYS', 7, 3_650],
  ] as const

  it.each(RANGES)('reads %s from %s to %s, without a unit', (name, least, greatest) => {
    const range = `must be a whole number from ${least} to ${greatest}.`
    const texts = [`${least}.5`, `${greatest}s`, `+${least}`, '1e3', '0x50', '٣']
    for (const value of [least - 1, greatest + 1, ...texts])
      expect(errorOf(name, String(value))).toBe(`Error: ${name} is "${value}" but ${range}`)
    for (const value of [least, greatest]) expect(errorOf(name, String(value))).toBeUndefined()
  })

  it('knows the range of each number', () => {
    const numbers = NAMES.filter((name) => errorOf(name, '-1')?.includes(' whole number '))
    expect(numbers).toEqual(RANGES.map(([name]) => name))
  })

  it('is frozen', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true)
  })

  it.each([
    ['DATABASE_POOLER', 'session'],
    ['NODE_ENV', 'prod'],
    ['NODE_ENV', 'Production'],
    ['PUBLIC_URL', 'art.example'],
    ['PUBLIC_URL', 'ftp://art.example'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'https://art.example/?a=1'],
    ['PUBLIC_URL', 'https://art.example/a|b'],
    ['MEDIA_URL', '/media'],
    ['MEDIA_URL', 'https://media.example/#a'],
    ['DATA_LICENSE_URL', 'CC-BY-4.0'],
    ['LOG_LEVEL', 'loud'],
    ['SECURITY_CONTACT', 'security@art.example'],
  ])('rejects %s=%s, naming both', (name, value) => {
    const named = expect.objectContaining({
      message: expect.stringContaining(`${name} is "${value}"`),
    })
    expect(() => readConfig({ [name]: value })).toThrow(named)
  })

  it('does not show a password', () => {
    const read = (): unknown => readConfig({ PUBLIC_URL: 'https://user:secret@art.example/' })
    expect(read).toThrow(/^PUBLIC_URL must be an http or https URL without a user/)
  })

  it.each(['https://a.example', 'A.example', '*', 'a.example;script-src *', 'none,a.example/'])(
    'rejects PICTURE_HOSTS=%s, which is no host',
    (hosts) => {
      expect(() => readConfig({ PICTURE_HOSTS: hosts })).toThrow('PICTURE_HOSTS has "')
    },
  )

  it.each([
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_LOGS_PROTOCOL', 'json'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'collector:4318'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
    ['OTEL_SDK_DISABLED', 'yes'],
  ])('rejects %s=%s', (name, value) => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' }
    expect(() => readConfig({ ...endpoint, [name]: value })).toThrow(`${name} is "${value}"`)
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_CERTIFICATE', '/nowhere/ca.pem'],
    ['OTEL_EXPORTER_OTLP_LOGS_CLIENT_KEY', '/nowhere/key.pem'],
    ['OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE', '/nowhere/own.pem'],
    ['OTEL_EXPORTER_OTLP_CERTIFICATE', projectRoot()],
  ])('rejects %s=%s, which cannot be read', (name, value) => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example:4318' }
    expect(() => readConfig({ ...endpoint, [name]: value })).toThrow(
      `${name} is "${value}" but must name a file that the account of the service can read.`,
    )
    const own = fileURLToPath(import.meta.url)
    expect(() => readConfig({ ...endpoint, [name]: own })).not.toThrow()
    expect(() => readConfig({ [name]: value })).not.toThrow()
  })

  it.each([
    'Authorization: Bearer secret',
    'a=1,secret',
    'a b=secret',
    'a=%zzsecret',
    'a=%0Asecret',
    'a=;secret',
  ])('rejects the headers "%s" without repeating them', (headers) => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example:4318' }
    for (const name of ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_LOGS_HEADERS']) {
      const read = (value: string) => () => readConfig({ ...endpoint, [name]: value })
      expect(read(headers)).toThrow(`${name} must look like name=value,other=value, with special`)
      expect(read(headers)).not.toThrow(/secret/)
      expect(read('authorization=Bearer%20a=b, x-scope = 1,')).not.toThrow()
    }
  })

  it('sends traces and the log to the collectors that are named, each in its encoding', () => {
    const read = (environment: Record<string, string>) => readConfig(environment).telemetry
    const all = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' }
    const [protobuf, json] = ['http/protobuf', 'http/json']
    const none = { OTEL_TRACES_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' }
    for (const environment of [{}, { ...all, OTEL_SDK_DISABLED: 'true' }, { ...all, ...none }])
      expect(read(environment)).toBeUndefined()
    expect(read({ ...all, OTEL_SERVICE_NAME: 'art', OTEL_TRACES_SAMPLER_ARG: '.25' })).toEqual({
      traces: protobuf,
      logs: protobuf,
      serviceName: 'art',
    })
    expect(read({ ...all, OTEL_LOGS_EXPORTER: 'none', OTEL_EXPORTER_OTLP_PROTOCOL: json })).toEqual(
      {
        traces: json,
        logs: undefined,
        serviceName: undefined,
      },
    )
    const logs = { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://collector.example:4318/v1/logs' }
    expect(read(logs)).toMatchObject({ traces: undefined, logs: protobuf })
  })

  it('reads PICTURE_HOSTS=none as no host', () => {
    expect(readConfig({ PICTURE_HOSTS: 'none' }).pictureHosts).toEqual([])
  })

  it.each(['DATABASE_URL', 'DATABASE_REPLICA_URLS', 'REDIS_URL'])(
    'rejects a %s of another scheme without repeating it',
    (name) => {
      const read = () => readConfig({ [name]: 'mysql://root:secret@db/art' })
      expect(read).toThrow(`${name} must look like`)
      expect(read).not.toThrow(/secret/)
    },
  )

  it.each([
    ['DATABASE_URL', 'postgresql://root:secret@db:port/art'],
    ['DATABASE_URL', 'postgresql://root:secret@one,two:port/art'],
    [
      'DATABASE_REPLICA_URLS',
      'postgresql://root:secret@one:1/art,postgresql://root:secret@[two/art',
    ],
    ['DATABASE_URL', 'postgresql://root:secret%ff@db/art'],
    ['DATABASE_REPLICA_URLS', 'postgresql://root:secret%C3@one/art'],
    ['DATABASE_REPLICA_URLS', 'postgresql://root@one/art;postgresql://root:secret@two/art'],
    ['DATABASE_REPLICA_URLS', 'postgresql://root@one/art postgresql://root:secret@two/art'],
    ['DATABASE_URL', 'postgresql://root@one/art,postgresql://root:secret@two/art'],
    ['REDIS_URL', 'redis://root:secret@cache:65536'],
    ['REDIS_URL', 'redis://root:secret%ff@cache/0'],
    ['REDIS_URL', 'redis://root:secret%@cache/0'],
    ['REDIS_URL', 'redis://root:secret@cache/counters'],
  ])('rejects an invalid %s without repeating it', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(`${name} must look like`)
    expect(read).not.toThrow(/secret/)
  })

  const HOSTS = 'postgresql://art:p%40ss@one:5432,[::1]:5433,three/art'

  it.each([
    [`${HOSTS}?a=b`, ['one:5432', '[::1]:5433', 'three'], '?a=b'],
    ['postgresql://art:p%40ss@one/art', ['one'], ''],
  ])('finds the hosts of %s', (url, hosts, query) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
    expect(hostUrls(url)).toEqual(
      hosts.map((host) => `postgresql://art:p%40ss@${host}/art${query}`),
    )
  })

  it.each([
    ['host=/run/a,/run/b&port=1,2', ['host=%2Frun%2Fa&port=1', 'host=%2Frun%2Fb&port=2']],
    ['host=a,b&port=5', ['host=a&port=5', 'host=b&port=5']],
    ['host=a,b', ['host=a', 'host=b']],
  ])('finds the hosts of the parameters %s', (query, queries) => {
    const urls = queries.map((each) => `postgresql://art@/art?${each}`)
    expect(hostUrls(`postgresql://art@/art?${query}`)).toEqual(urls)
  })

  it.each(['DATABASE_URL', 'DATABASE_REPLICA_URLS'])('rejects a %s with hosts twice', (name) => {
    const read = (url: string) => () => readConfig({ [name]: url })
    for (const parameter of ['host=c,d', 'port=1&host=c']) {
      const twice = read(`postgresql://root:secret@a,b/art?${parameter}`)
      expect(twice).toThrow(`${name} names hosts twice: remove the parameter host`)
      expect(twice).not.toThrow(/secret/)
    }
    expect(read('postgresql://root:a,b@/art?host=c,d')).not.toThrow()
  })

  it('reads from the replicas among several hosts', () => {
    const { databaseReplicaUrls } = readConfig({
      DATABASE_REPLICA_URLS: `${HOSTS},  postgres://art@four/art`,
    })
    expect(databaseReplicaUrls).toEqual([...hostUrls(HOSTS), 'postgres://art@four/art'])
  })

  it.each(['standby', 'prefer-standby', 'read-only'])(
    'rejects a database on which it could not write: %s',
    (target) => {
      const url = `${HOSTS}?target_session_attrs=${target}`
      expect(() => readConfig({ DATABASE_URL: url })).toThrow(
        `DATABASE_URL has target_session_attrs=${target} but must have read-write`,
      )
      expect(readConfig({ DATABASE_REPLICA_URLS: url }).databaseReplicaUrls).toHaveLength(3)
    },
  )

  it.each(['DATABASE_URL', 'DATABASE_REPLICA_URLS'])(
    'rejects a %s with a file that cannot be read',
    (name) => {
      const tls = '?sslmode=verify-full&sslrootcert='
      for (const file of ['/nowhere/ca.pem', projectRoot()]) {
        expect(() => readConfig({ [name]: `${HOSTS}${tls}${encodeURIComponent(file)}` })).toThrow(
          `${name} has sslrootcert=${file} but must name a file`,
        )
      }
      const own = encodeURIComponent(fileURLToPath(import.meta.url))
      expect(() => readConfig({ [name]: `${HOSTS}${tls}${own}` })).not.toThrow()
    },
  )

  it.each(['DATABASE_URL', 'DATABASE_REPLICA_URLS'])(
    'rejects a %s with an unknown sslmode',
    (name) => {
      const read = (mode: string) => () => readConfig({ [name]: `${HOSTS}?sslmode=${mode}` })
      for (const mode of ['bogus', 'Require', '']) {
        expect(read(mode)).toThrow(
          `${name} has sslmode=${mode} but must have one of disable, prefer, require, verify-ca, verify-full, no-verify`,
        )
      }
      expect(read('no-verify')).not.toThrow()
    },
  )

  it.each(['DATABASE_URL', 'DATABASE_REPLICA_URLS'])(
    'rejects a %s with a time limit of the driver',
    (name) => {
      const ofSession = ['statement', 'lock', 'idle_in_transaction_session']
      for (const limit of ['query', ...ofSession].map((each) => `${each}_timeout`)) {
        expect(() => readConfig({ [name]: `${HOSTS}?${limit}=1` })).toThrow(
          `${name} has ${limit} but must not: the service sets its own time limits.`,
        )
      }
      expect(() => readConfig({ [name]: `${HOSTS}?connect_timeout=3` })).not.toThrow()
    },
  )

  it.each([
    'postgresql://postgres@/art?host=/run/postgresql',
    'postgresql://root:100%@db:5432/art',
  ])('accepts the database %s', (url) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it.each(['redis://cache', 'redis://cache/1/', 'rediss://root:p%C3%A9@cache:6380/2?family=6'])(
    'accepts the Redis %s',
    (url) => {
      expect(readConfig({ REDIS_URL: url }).redisUrl).toBe(url)
    },
  )

  it.each([
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/8/8',
    'proxy.example',
    '10.0.0',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/00',
  ])('rejects %s as a trusted proxy', (range) => {
    expect(() => readConfig({ TRUSTED_PROXIES: range })).toThrow(`TRUSTED_PROXIES has "${range}"`)
  })
})

it('projectRoot is where package.json is', () => {
  expect(existsSync(path.join(projectRoot(), 'package.json'))).toBe(true)
  expect(existsSync(path.join(projectRoot(), 'openapi/v1.yaml'))).toBe(true)
})
