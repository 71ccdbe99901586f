import fc from 'fast-check'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { bodyErrors } from '../../src/request-body/schema-errors.ts'
import { invalidBody } from '../../src/request-body/body-error.ts'
import { addContractKeywords, addRequestFormats } from '../../src/request-body/contract-keywords.ts'

const PICTURE = {
  type: 'object',
  additionalProperties: false,
  required: ['full_size'],
  properties: { full_size: { type: 'string', format: 'uri' }, alt_text: { type: 'string' } },
}
const BODY = {
  type: 'object',
  additionalProperties: false,
  required: ['title', 'venue'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200 },
    venue: { type: ['integer', 'null'], minimum: 1, maximum: 99 },
    is_free: { type: ['boolean', 'null'] },
    status: { type: 'string', enum: ['draft', 'published', 'show price'] },
    code: { type: 'string', minLength: 2, maxLength: 1000, pattern: '^[A-Z]+$' },
    place: {
      type: 'string',
      pattern: '^-?\\d+$',
      description: 'Latitude, in whole\n  degrees. Never more.',
    },
    single: { type: 'string', maxLength: 1 },
    starts: { type: ['string', 'null'], format: 'date-time' },
    url: { type: 'string', format: 'uri' },
    uuid: { type: 'string', format: 'uuid' },
    small: { type: 'integer', format: 'int32' },
    big: { type: 'integer', format: 'int64' },
    price: { type: 'number', 'x-maximum-decimals': 2, exclusiveMinimum: 0, exclusiveMaximum: 1000 },
    tenth: { type: 'number', 'x-maximum-decimals': 1 },
    dozen: { type: 'number', multipleOf: 12 },
    artists: {
      type: 'array',
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
      items: { type: 'integer' },
    },
    pair: { type: 'array', minItems: 2 },
    picture: { oneOf: [{ $ref: '#/$defs/Picture' }, { type: 'null' }] },
    pictures: { type: 'array', items: { $ref: '#/$defs/Picture' } },
    note: { oneOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
    either: {
      oneOf: [
        { type: 'string', format: 'uri' },
        { type: 'string', format: 'uuid' },
      ],
    },
    nothing: { type: 'null' },
    'a/b~c': { type: 'string' },
    even: { not: { const: 1 } },
    open: { type: 'object', minProperties: 1 },
  },
  $defs: { Picture: PICTURE },
}
const URL_DETAIL = 'It must be an absolute http or https URL without a user.'
const SERVER_FIELDS = new Set(['id', 'slug', 'created_at'])
const FIELDS = Object.keys(BODY.properties).join(', ')

const ajv = addContractKeywords(
  addRequestFormats(new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true })),
)
const validate = ajv.compile({
  type: 'object',
  properties: { requestBody: BODY },
  $defs: BODY.$defs,
})

function errorsOf(body: unknown): readonly ErrorObject[] {
  validate({ requestBody: body })
  return validate.errors ?? []
}

/** The errors of a body, as `[pointer, detail]`. */
function describedErrors(body: unknown): [string, string][] {
  return [...bodyErrors(errorsOf(body), SERVER_FIELDS, '/requestBody')].map(
    ({ pointer, detail }) => [pointer, detail],
  )
}

const COMPLETE = { title: 'Open studio', venue: 12 }

describe('the errors of a body', () => {
  it('are none for a valid body', () => {
    const body = { ...COMPLETE, picture: null, note: null, price: 19.99, starts: null }
    expect(describedErrors(body)).toEqual([])
  })

  it('report a missing field at its own place', () => {
    expect(describedErrors({})).toEqual([
      ['/title', 'It is required.'],
      ['/venue', 'It is required.'],
    ])
    expect(describedErrors({ ...COMPLETE, pictures: [{}] })).toEqual([
      ['/pictures/0/full_size', 'It is required.'],
    ])
  })

  it('C12 report unknown fields, and list the known ones', () => {
    expect(describedErrors({ ...COMPLETE, titel: 'x' })).toEqual([
      ['/titel', `There is no such field. There are: ${FIELDS}.`],
    ])
    expect(
      describedErrors({ ...COMPLETE, pictures: [{ full_size: 'http://a', url: '', 'a/~': 1 }] }),
    ).toEqual(
      ['/pictures/0/url', '/pictures/0/a~1~0'].map((pointer) => [
        pointer,
        'There is no such field. There are: full_size, alt_text.',
      ]),
    )
  })

  it.each(['id', 'slug', 'created_at'])('report that the service sets %s', (name) => {
    expect(describedErrors({ ...COMPLETE, [name]: 1 })).toEqual([
      [`/${name}`, 'It is set by the service and cannot be written.'],
    ])
  })

  it('report a name that is too long at its object', () => {
    expect(describedErrors({ ...COMPLETE, ['k'.repeat(300)]: 1 })).toEqual([
      ['', `A field in it does not exist. There are: ${FIELDS}.`],
    ])
  })

  it.each([
    ['title', 5, 'It must be a string.'],
    ['title', '', 'It must not be empty.'],
    ['title', 'x'.repeat(201), 'It must have at most 200 characters.'],
    ['venue', 'x', 'It must be an integer from 1 to 99 or null.'],
    ['venue', 1.5, 'It must be an integer from 1 to 99 or null.'],
    ['venue', 0, 'It must be an integer from 1 to 99 or null.'],
    ['venue', 100, 'It must be an integer from 1 to 99 or null.'],
    ['is_free', 'yes', 'It must be true, false or null.'],
    ['status', 'gone', 'It must be one of draft, published, show price.'],
    ['code', 'A', 'It must have at least 2 characters.'],
    ['code', 'ab', 'It must match the regular expression ^[A-Z]+$.'],
    ['place', 'x', 'It must fit its description: Latitude, in whole degrees.'],
    ['single', 'xx', 'It must have at most 1 character.'],
    [
      'starts',
      'tomorrow',
      'It must be an RFC 3339 timestamp with a time zone, such as 2026-03-14T09:00:00Z, in the years 1000 to 9999.',
    ],
    ['url', 'ftp://x', `${URL_DETAIL} It must begin with https:// or http://.`],
    ['url', 'art.example/1', `${URL_DETAIL} It must begin with https:// or http://.`],
    ['url', 'https://me@art.example/', `${URL_DETAIL} It has a user before its host.`],
    ['url', 'https://art.example:99999/', `${URL_DETAIL} Its port must be from 0 to 65535.`],
    [
      'url',
      'https://1.2.3.999/',
      `${URL_DETAIL} Its host must be a domain name or an IPv4 address.`,
    ],
    [
      'url',
      'https://a_b.example/',
      `${URL_DETAIL} Its host must be a domain name or an IPv4 address.`,
    ],
    ['url', 'https://[::1]/', `${URL_DETAIL} Its host must be a domain name or an IPv4 address.`],
    [
      'url',
      'https://m.example/?a[b]=ü',
      `${URL_DETAIL} Send it as https://m.example/?a%5Bb%5D=%C3%BC`,
    ],
    ['url', 'https://m.example/1; https://m.example/2', `${URL_DETAIL} It has several URLs.`],
    ['url', 'HTTPS:\\\\m.example', `${URL_DETAIL} It must begin with https:// or http://.`],
    [
      'url',
      'https://bückerhof.example/',
      `${URL_DETAIL} Send it as https://xn--bckerhof-65a.example/`,
    ],
    ['uuid', 'x', 'It must be a UUID in lower case.'],
    ['small', 2 ** 31, 'It must be an integer from -2147483648 to 2147483647.'],
    ['big', 2 ** 53, 'It must be an integer from -9007199254740991 to 9007199254740991.'],
    ['price', 0.005, 'It must have at most two decimals.'],
    ['price', 0, 'It must be more than 0.'],
    ['price', 1000, 'It must be less than 1000.'],
    ['price', '5', 'It must be a number.'],
    ['tenth', 0.25, 'It must have at most one decimal.'],
    ['dozen', 13, 'It must be multiple of 12.'],
    ['artists', [], 'It must not be empty.'],
    ['artists', [1, 2, 3, 4], 'It must have at most 3 items.'],
    ['artists', [1, 1], 'It must not hold the same item twice.'],
    ['artists', {}, 'It must be an array.'],
    ['pair', [1], 'It must have at least 2 items.'],
    ['picture', 5, 'It must be an object or null.'],
    ['note', 5, 'It must be a string or null.'],
    ['note', '', 'It must not be empty.'],
    ['either', 5, 'It must be a string.'],
    ['nothing', 5, 'It must be null.'],
    ['even', 1, 'It must NOT be valid.'],
    ['open', {}, 'It must NOT have fewer than 1 properties.'],
  ])('C13 describe the expected value at %s of %j: %s', (field, value, detail) => {
    expect(describedErrors({ ...COMPLETE, [field]: value })).toEqual([[`/${field}`, detail]])
  })

  it('point into lists and names', () => {
    expect(describedErrors({ ...COMPLETE, artists: [1, 'x'], 'a/b~c': 1 })).toEqual([
      ['/artists/1', 'It must be an integer.'],
      ['/a~1b~0c', 'It must be a string.'],
    ])
  })

  it('are those of the record for a nullable record', () => {
    expect(describedErrors({ ...COMPLETE, picture: { full_size: 5, alt: 'x' } })).toEqual([
      ['/picture/alt', 'There is no such field. There are: full_size, alt_text.'],
      ['/picture/full_size', 'It must be a string.'],
    ])
  })

  it.each([[[]], [null], ['x']])('report that %j is no object', (body) => {
    expect(describedErrors(body)).toEqual([['', 'It must be an object.']])
  })

  it('are reported once for each place', () => {
    const pointers = describedErrors({ title: 'x'.repeat(999), venue: 0.5, code: '' }).map(
      ([at]) => at,
    )
    expect(pointers).toEqual(['/title', '/venue', '/code'])
  })

  it('C21 are at most twenty of fifty thousand', () => {
    const errors = errorsOf({ ...COMPLETE, pictures: Array.from({ length: 50_000 }, () => 'x') })
    expect(errors.length).toBeGreaterThanOrEqual(50_000)
    const { errors: reported, message } = invalidBody(
      bodyErrors(errors, SERVER_FIELDS, '/requestBody'),
    )
    expect(message).toMatch(/^The request has at least 20 faults: /)
    expect(reported).toHaveLength(20)
    expect(reported[19]).toEqual({ pointer: '/pictures/19', detail: 'It must be an object.' })
  })

  it('show the form of a URL that is accepted', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 1 }),
      fc.constantFrom('%', '%zz', '%4'),
    )
    const chars = fc.string({ unit, maxLength: 20 })
    const urls = fc.tuple(fc.webUrl(), chars).map(([url, text]) => `${url}/${text}?${text}#${text}`)
    fc.assert(
      fc.property(urls, (url) => {
        const [[, detail] = ['', '']] = describedErrors({ ...COMPLETE, url })
        const [, form] = / Send it as (.*)$/s.exec(detail) ?? []
        if (detail !== '') expect(form, detail).toBeDefined()
        if (form !== undefined) expect(describedErrors({ ...COMPLETE, url: form })).toEqual([])
      }),
    )
  })

  it('never contain the value, unless it is a URL', () => {
    const secret = 'hunter2'
    const body = Object.fromEntries(Object.keys(BODY.properties).map((field) => [field, secret]))
    const reported = describedErrors({
      ...body,
      artists: [secret],
      picture: { alt_text: [secret] },
    })
    expect(reported.length).toBeGreaterThan(10)
    expect(JSON.stringify(reported)).not.toContain(secret)
  })

  it('need no schema of a verbose validator', () => {
    const quiet = errorsOf({ ...COMPLETE, titel: 1, place: 'x' }).map(
      ({ parentSchema: _, ...error }) => error,
    )
    expect(
      [...bodyErrors(quiet, SERVER_FIELDS, '/requestBody')].map(({ detail }) => detail),
    ).toEqual(['There is no such field.', 'It must match the regular expression ^-?\\d+$.'])
  })
})
