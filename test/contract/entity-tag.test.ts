import { describe, expect, it } from 'vitest'
import {
  entityTag,
  matchesIfNoneMatch,
  namesVersion,
  parseEntityTags,
  versionOf,
} from '../../src/contract/entity-tag.ts'

describe('entityTag', () => {
  it('is equal exactly for equal bytes', () => {
    expect(entityTag('{"a":1}')).toBe(entityTag(Buffer.from('{"a":1}')))
    expect(entityTag('{"a":1}')).not.toBe(entityTag('{"a": 1}'))
  })

  it('is strong, and begins with the version of the record', () => {
    expect(entityTag('{}')).toMatch(/^"[\w-]{27}"$/)
    expect(entityTag('{}', '8-20240201080000')).toMatch(/^"8-20240201080000\.[\w-]{27}"$/)
  })
})

describe('versionOf', () => {
  it.each([
    [8, '2024-02-01T08:00:00Z', '8-20240201080000'],
    [8, '2024-02-01T08:00:00.000001Z', '8-20240201080000000001'],
    [82, '2024-02-01T08:00:00Z', '82-20240201080000'],
  ])('of record %i at %s is %s', (id, updated_at, version) => {
    expect(versionOf({ id, updated_at })).toBe(version)
  })
})

describe('parseEntityTags', () => {
  it.each<[string, string[] | '*' | undefined]>([
    ['*', '*'],
    [' * ', '*'],
    ['"a"', ['"a"']],
    ['W/"a", "b"', ['W/"a"', '"b"']],
    ['"a,b" ,, "c"', ['"a,b"', '"c"']],
    ['""', ['""']],
    ['a', undefined],
    ['"a" "b"', undefined],
    ['"a"b', undefined],
    ['w/"a"', undefined],
    ['*, "a"', undefined],
    ['"a', undefined],
    ['', undefined],
  ])('reads %s', (header, tags) => {
    expect(parseEntityTags(header)).toEqual(tags)
  })
})

describe('matchesIfNoneMatch, for If-None-Match', () => {
  it.each<[string | undefined, boolean]>([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    [undefined, false],
  ])('compares %s with "a": %s', (header, known) => {
    expect(matchesIfNoneMatch(header, '"a"')).toBe(known)
  })
})

describe('namesVersion, for If-Match', () => {
  const tag = entityTag('{}', '8-20240201080000')

  it.each<[string, boolean]>([
    [tag, true],
    [entityTag('{"other":1}', '8-20240201080000'), true],
    [`"x", ${tag}`, true],
    ['*', true],
    [`W/${tag}`, false],
    [entityTag('{}', '8-20240201080000000001'), false],
    [entityTag('{}', '82-20240201080000'), false],
    ['"8-20240201080000"', false],
    [entityTag('{}'), false],
  ])('of %s: %s', (header, matched) => {
    expect(namesVersion(parseEntityTags(header) ?? [], '8-20240201080000')).toBe(matched)
  })
})
