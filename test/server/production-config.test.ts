import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { requireProductionConfig } from '../../src/server/production-config.ts'

const SAFE = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://art:Zq81-vienna@db.example/art',
}

const check = (environment: Record<string, string>) => () =>
  requireProductionConfig(readConfig({ ...SAFE, ...environment }))

describe('requireProductionConfig', () => {
  it('accepts a secure configuration', () => {
    expect(check({})).not.toThrow()
    expect(check({ ADMIN_HOST: '10.0.0.7', LOG_LEVEL: 'warn' })).not.toThrow()
    expect(check({ ADMIN_HOST: '::1' })).not.toThrow()
  })

  it('accepts a socket without a password', () => {
    const socket = 'postgresql://postgres@/postgres?host=%2Fvar%2Frun%2Fpostgresql'
    expect(check({ DATABASE_URL: socket })).not.toThrow()
  })

  it('accepts a certificate in place of a password', () => {
    const key = new URL('../../package.json', import.meta.url).pathname
    const url = `postgresql://art@db.example/art?sslcert=${key}&sslkey=${key}`
    expect(check({ DATABASE_URL: url })).not.toThrow()
  })

  it('accepts a password file', () => {
    const settings = { DATABASE_URL: 'postgresql://art@db.example/art', PGPASSFILE: '/run/pgpass' }
    expect(check(settings)).not.toThrow()
  })

  it.each([
    ['no password', 'postgresql://art@db.example/art'],
    ['an empty one', 'postgresql://art:@db.example/art'],
    ['no host, which is this machine by TCP', 'postgresql://art@/art'],
    ['the one of examples', 'postgresql://postgres:postgres@db.example/art'],
    ['a usual one', 'postgresql://art:Password@db.example/art'],
    ['the name of the user', 'postgresql://gallery:Gallery@db.example/art'],
    ['a usual one in the query', 'postgresql://db.example/art?user=art&password=secret'],
    ['a host in the query', 'postgresql://art:secret@/art?host=db.example'],
  ])('rejects %s', (_what, url) => {
    expect(check({ DATABASE_URL: url })).toThrow(/DATABASE_URL has .*password.*set/)
    expect(check({ DATABASE_REPLICA_URLS: url })).toThrow(/DATABASE_REPLICA_URLS has .*password/)
  })

  it('never repeats a password', () => {
    expect(check({ DATABASE_URL: 'postgresql://art:changeme@db/art' })).toThrow(/^(?!.*changeme)/s)
  })

  it.each([
    '0.0.0.0',
    '::',
    '0',
    '0:0:0:0:0:0:0:0',
    '::ffff:0.0.0.0',
    '::FFFF:0:0',
    '0x0',
    '0x0.0.0.0',
    '::%lo',
    '0:0:0:0:0:ffff:0:0',
  ])('rejects ADMIN_HOST=%s', (host) => {
    expect(check({ ADMIN_HOST: host })).toThrow(`ADMIN_HOST is "${host}"`)
  })

  it.each(['debug', 'trace'])('rejects LOG_LEVEL=%s', (level) => {
    expect(check({ LOG_LEVEL: level })).toThrow(`LOG_LEVEL is "${level}"`)
  })

  it('rejects the embedded database', () => {
    expect(check({ DATABASE_URL: '' })).toThrow('DATABASE_URL must name a database')
  })

  it('reports all errors at once', () => {
    expect(check({ DATABASE_URL: '', ADMIN_HOST: '::', LOG_LEVEL: 'trace' })).toThrow(
      /DATABASE_URL[^]*ADMIN_HOST[^]*LOG_LEVEL/,
    )
  })

  it('does not restrict development', () => {
    expect(check({ NODE_ENV: '', DATABASE_URL: '', ADMIN_HOST: '::' })).not.toThrow()
  })
})
