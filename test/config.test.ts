import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot, readConfig } from '../src/config.ts'

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
      adminPort: undefined,
      isPooled: false,
      databaseReplicaUrls: [],
      databaseReplicaMaxLagMs: 10_000,
      trustedProxies: [],
      rateLimitPerMinute: 6_000,
      redisUrl: undefined,
    })
  })

  it('takes what is set', () => {
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
    })
  })

  it('takes an empty variable for one that is not set', () => {
    const names = ['HOST', 'PORT', 'PUBLIC_URL', 'MEDIA_URL', 'DATABASE_URL', 'LOG_LEVEL']
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    expect(readConfig(empty)).toEqual(readConfig({}))
  })

  it('cannot be changed', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true)
  })

  it.each([
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', ' 80'],
    ['PORT', '0'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_POOL_SIZE', '1001'],
    ['PUBLIC_URL', 'art.example'],
    ['PUBLIC_URL', 'ftp://art.example'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'https://art.example/?a=1'],
    ['PUBLIC_URL', 'https://user:password@art.example/'],
    ['PUBLIC_URL', 'https://art.example/a|b'],
    ['MEDIA_URL', '/media'],
    ['MEDIA_URL', 'https://media.example/#a'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s, naming both', (name, value) => {
    const named = expect.objectContaining({
      message: expect.stringContaining(`${name} is "${value}"`),
    })
    expect(() => readConfig({ [name]: value })).toThrow(named)
  })

  it('refuses a DATABASE_URL of another kind without repeating it', () => {
    const read = () => readConfig({ DATABASE_URL: 'mysql://root:secret@db/art' })
    expect(read).toThrow(/^DATABASE_URL must look like/)
    expect(read).not.toThrow(/secret/)
  })

  it('takes the ends of each range', () => {
    expect(readConfig({ PORT: '1' }).port).toBe(1)
    expect(readConfig({ PORT: '65535' }).port).toBe(65_535)
    expect(readConfig({ DATABASE_POOL_SIZE: '1000' }).databasePoolSize).toBe(1_000)
  })
})

it('projectRoot is where package.json is', () => {
  expect(existsSync(path.join(projectRoot(), 'package.json'))).toBe(true)
  expect(existsSync(path.join(projectRoot(), 'openapi/v1.yaml'))).toBe(true)
})
