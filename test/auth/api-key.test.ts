import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newApiKey, parseApiKey } from '../../src/auth/api-key.ts'

describe('a new key', () => {
  it('is 32 random bytes behind a prefix that says what it is', () => {
    const keys = Array.from({ length: 1_000 }, () => newApiKey().key)
    for (const key of keys) expect(key).toMatch(/^amk_[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(keys[0]?.slice(4) ?? '', 'base64url')).toHaveLength(32)
    expect(new Set(keys).size).toBe(1_000)
  })

  it('leaves a readable start and the SHA-256 of the whole', () => {
    const { key, hint, hash } = newApiKey()
    expect(hint).toBe(key.slice(0, 12))
    expect(hash.toString('hex')).toBe(createHash('sha256').update(key).digest('hex'))
  })

  it('is read back with the same traces', () => {
    for (let n = 0; n < 1_000; n += 1) {
      const { key, hint, hash } = newApiKey()
      expect(parseApiKey(key)).toEqual({ hint, hash })
    }
  })
})

describe('a text that is no key', () => {
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
  ])('is not read: %s', (_, text) => {
    expect(parseApiKey(text)).toBeUndefined()
  })
})
