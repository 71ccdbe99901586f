import { describe, expect, it } from 'vitest'
import {
  entityTag,
  matchesIfNoneMatch,
  ifMatchFailed,
  namesVersion,
  requireConditions,
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

describe('a 412', () => {
  const record = { id: 8, updated_at: '2024-02-01T08:00:00Z' }
  const tag = entityTag('{}', versionOf(record))
  const gzipped = tag.replace(/"$/, '-gzip"')
  const ofWrite = (ifMatch: string) => () =>
    requireConditions({ ifMatch, ifNoneMatch: undefined }, record)

  it.each([
    [`W/${tag}`, /only weak tags.*A proxy that compresses/],
    [`W/${gzipped}`, /only weak tags/],
    [`W/${entityTag('{}', '8-20230201080000')}`, /only weak tags/],
    [entityTag('{}', '8-20230201080000'), /has changed since/],
    [`W/${tag}, ${entityTag('{}', '8-20230201080000')}`, /has changed since/],
    [entityTag('{}', '9-20240201080000'), /no ETag of this record/],
    ['"x"', /no ETag of this record/],
  ])('of a write says why %s does not match', (ifMatch, detail) => {
    expect(ofWrite(ifMatch)).toThrow(detail)
  })

  it.each([tag, gzipped, ...['-br', ';gzip', '--gzip'].map((end) => tag.replace(/"$/, `${end}"`))])(
    'is not the response to a write with %s',
    (ifMatch) => expect(ofWrite(ifMatch)).not.toThrow(),
  )

  it.each([
    [`W/${tag}`, /only weak tags/],
    [gzipped, /another encoding.*proxy/],
    [`W/${gzipped}`, /another encoding.*proxy/],
    [tag.replace(/"$/, ';gzip"'), /another encoding.*proxy/],
    [tag.replace(/"$/, '-br--gzip"'), /another encoding.*proxy/],
    [entityTag('{"a":1}', versionOf(record)), /None of the tags/],
  ])('of a read says why %s does not match', (ifMatch, detail) => {
    expect(ifMatchFailed(ifMatch, tag).message).toMatch(detail)
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
