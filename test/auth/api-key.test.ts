import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newApiKey, parseApiKey } from '../../src/auth/api-key.ts'

describe('a new key', () => {
  it('is a prefix and 32 random bytes', () => {
    const keys = Array.from({ length: 1_000 }, () => newApiKey().key)
    for (const key of keys) expect(key).toMatch(/^amk_[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(keys[0]?.slice(4) ?? '', 'base64url')).toHaveLength(32)
    expect(new Set(keys).size).toBe(1_000)
  })

  it('has its start as hint, and its SHA-256 as hash', () => {
    const { key, hint, hash } = newApiKey()
    expect(hint).toBe(key.slice(0, 12))
    expect(hash.toString('hex')).toBe(createHash('sha256').update(key).digest('hex'))
  })

  it('is parsed to the same hint and hash', () => {
    for (let n = 0; n < 1_000; n += 1) {
      const { key, hint, hash } = newApiKey()
      expect(parseApiKey(key)).toEqual({ hint, hash })
    }
  })
})

describe('an invalid key', () => {
  const { key } = newApiKey()
  it.each([
    ['empty', ''],
    ['the prefix alone', 'amk_'],
    ['without the prefix', key.slice(4)],
    ['another prefix', key.replace('amk_', 'AMK_')],
    ['too short', key.slice(0, -1)],
    ['too long', `${key}A`],
    ['a line more', `${key}\n`],
    ['a blank before', ` ${key}`],
    ['padded base64', `${key.slice(0, -1)}=`],
    ['base64 of the other alphabet', `${key.slice(0, 10)}+/${key.slice(12)}`],
    ['a last character with bits to spare', `${key.slice(0, -1)}B`],
    ['NUL', `${key.slice(0, 10)}\0${key.slice(11)}`],
    ['a letter of another alphabet', `${key.slice(0, 10)}а${key.slice(11)}`],
  ])('is not parsed: %s', (_, text) => {
    expect(parseApiKey(text)).toBeUndefined()
  })
})
