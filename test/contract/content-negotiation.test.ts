import { beforeAll, describe, expect, it } from 'vitest'
import { shareOf } from '../support/amount.ts'
import { openFirstPage, useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { sendUnvalidated } from '../support/send.ts'
import { hasCalendar, readPaths } from './document.ts'
import { makeFullRecords } from './full-records.ts'
import { readHeaders } from './read-headers.ts'

const test = useService()
let headersOf: Awaited<ReturnType<typeof readHeaders>>

beforeAll(async () => {
  await makeFullRecords(test.db)
  headersOf = await readHeaders(test.db)
  await openFirstPage(test)
})

const HTML = 'text/html; charset=utf-8'
const PROBLEM = 'application/problem+json'

const JSON_PREFERRED = [
  '',
  '*/*',
  'application/*',
  'application/json',
  'APPLICATION/JSON',
  'application/json;q=0.1',
  'text/html;q=0.9, application/json',
  'text/html;q=0.5, */*;q=0.6',
  // What HTTP clients send by themselves: axios and Angular, old jQuery.
  'application/json, text/plain, */*',
  'application/json, text/javascript, */*; q=0.01',
  // A client that accepts both equally is a program.
  'application/json, text/html',
  'text/html, application/json',
  'TEXT/HTML, application/json',
  'text/html;q=0.7, application/json;q=0.7',
  'text/*, application/*',
  'image/png;q=0, application/json',
  'application/*;q=0.5, text/*;q=0',
  '*/*;q=0, application/json',
  'application/json;indent=2, text/html;q=0.9',
]
const HTML_PREFERRED = [
  'text/html',
  'TEXT/HTML',
  'text/html;charset=utf-8',
  'text/*',
  'image/png, text/html;q=0.9',
  'application/*;q=0, text/html',
  'application/json;q=0, */*',
  'text/html, application/json;q=0.001',
  'text/html;q=0.9, */*;q=0.1',
  // At equal weight, the more specific range.
  'text/html, */*',
  '*/*, text/*',
  'application/*, text/html',
  // Firefox, Safari; Chromium; Lynx.
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'text/html, text/plain, text/sgml, text/css, */*;q=0.01',
]
const NOT_ACCEPTABLE = [
  'application/json;q=0',
  'image/png',
  '*/*;q=0',
  'text/html;q=0, application/json;q=0',
  'text/html;level=1;q=0',
  'application/problem+json',
  'application/jsonx',
  'json',
  ';;;',
]

/** All paths choose in one way, so each has some of the values on a commit. */
const SHARES = 4

describe.each(readPaths)('Accept at $template', (read) => {
  const { template, operations } = read
  const path = template.replace('{id}', '1')
  const some = (values: readonly string[]) =>
    shareOf(values, readPaths.indexOf(read) % SHARES, { of: SHARES })
  const accepting = (accept: string) => ({ ...headersOf(template), accept })

  it('is optional', async () => {
    const { status, headers } = await test.send({ path, headers: headersOf(template) })
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
  })

  it.each(some(JSON_PREFERRED))('"%s" selects JSON', async (accept) => {
    const { status, headers } = await test.send({ path, headers: accepting(accept) })
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
  })

  it.each(some(HTML_PREFERRED))('"%s" selects HTML', async (accept) => {
    const response = await sendUnvalidated(test.app, { path, headers: accepting(accept) })
    expect([response.status, response.headers['content-type']]).toEqual([200, HTML])
    expect(response.headers['vary']).toBe('Accept, Accept-Encoding')
    expect(response.text).toMatch(/^<!doctype html>\n<html lang="en">/)
  })

  it.each(some(NOT_ACCEPTABLE))('"%s" gets 406 with the available media types', async (accept) => {
    const events = path.endsWith('/changes/') ? ', text/event-stream' : ''
    const others = operations.some(hasCalendar) ? ', text/calendar' : events
    const response = await test.send({ path, headers: accepting(accept) })
    expect(response.status).toBe(406)
    expect(response.json()['detail']).toBe(
      `None of the media types in Accept can be made. Available: application/json, text/html${others}.`,
    )
  })

  it('is overridden by format=json', async () => {
    for (const accept of ['text/html', 'text/html, */*;q=0.8', 'image/png', '*/*;q=0', ';;;']) {
      const response = await test.send({ path: `${path}?format=json`, headers: accepting(accept) })
      const { status, headers } = response
      expect([status, headers['content-type']], accept).toEqual([200, 'application/json'])
    }
  })

  it('gets 406 for format=ics where it has no calendar', async () => {
    if (operations.some(hasCalendar)) return
    const headers = accepting('text/calendar, */*')
    const response = await test.send({ path: `${path}?format=ics`, headers })
    expect([response.status, response.json()['code']]).toEqual([406, 'not_acceptable'])
    expect(response.json()['detail']).toMatch(/^The media type of format, text\/calendar, cannot/)
  })

  it.each([
    ['text/html', HTML],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
  ])('decides under format=api: %s', async (accept, type) => {
    const sent = { path: `${path}?format=api`, headers: accepting(accept) }
    const { status, headers } = await sendUnvalidated(test.app, sent)
    expect([status, headers['content-type']]).toEqual([200, type])
  })
})

describe('Accept of changes', () => {
  const typeOf = async (accept: string, query = '') => {
    const sent = { path: `/events/changes/${query}`, headers: { accept } }
    return (await test.send(sent)).headers['content-type']
  }

  it.each([
    'text/event-stream',
    'text/event-stream, */*',
    'text/event-stream, text/html;q=0.9',
    'application/json;q=0.9, text/event-stream',
  ])('"%s" selects events', async (accept) => {
    expect(await typeOf(accept)).toBe('text/event-stream')
    expect(await typeOf(accept, '?format=json')).toBe('application/json')
  })

  // Generated clients send all types of the contract.
  it.each([
    '*/*',
    'application/json, text/event-stream',
    'text/event-stream, application/json',
    'text/event-stream;q=0.9, */*',
    'text/event-stream, application/problem+json, application/json',
  ])('"%s" selects JSON', async (accept) => {
    expect(await typeOf(accept)).toBe('application/json')
  })

  it('"text/*" selects HTML', async () => {
    const sent = { path: '/events/changes/', headers: { accept: 'text/*' } }
    expect((await sendUnvalidated(test.app, sent)).headers['content-type']).toBe(HTML)
  })
})

describe('Accept of a list of events', () => {
  const CALENDAR = 'text/calendar; charset=utf-8'
  const typeOf = async (accept: string, query = '') => {
    const response = await sendUnvalidated(test.app, {
      path: `/events/${query}`,
      headers: { accept },
    })
    return response.headers['content-type']
  }

  it.each([
    'text/calendar',
    'TEXT/CALENDAR; charset=utf-8; method=PUBLISH',
    'text/calendar, */*',
    'text/calendar, text/html;q=0.9, */*;q=0.1',
    'application/json;q=0.9, text/calendar',
  ])('"%s" selects a calendar', async (accept) => {
    expect(await typeOf(accept)).toBe(CALENDAR)
    expect(await typeOf(accept, '?format=json')).toBe('application/json')
  })

  // Generated clients send all types of the contract.
  it.each([
    '*/*',
    'application/json, text/calendar',
    'text/calendar, application/json',
    'text/calendar;q=0.9, */*',
    'text/calendar, application/problem+json, application/json',
  ])('"%s" selects JSON, unless format=ics', async (accept) => {
    expect(await typeOf(accept)).toBe('application/json')
    expect(await typeOf(accept, '?format=ics')).toBe(CALENDAR)
  })

  it('"text/*" selects HTML, unless format=ics', async () => {
    expect(await typeOf('text/*')).toBe(HTML)
    expect(await typeOf('text/html', '?format=ics')).toBe(CALENDAR)
  })
})

describe('Accept of a batch', () => {
  const batch = async (accept: string) => {
    const { key } = await makeApiKey(test.db, { scopes: ['events:write'] })
    return test.send({
      method: 'POST',
      path: '/events/batch/',
      headers: {
        accept,
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-ndjson',
      },
      body: '',
    })
  }

  it.each([
    'application/x-ndjson',
    '*/*',
    'application/json',
    'APPLICATION/JSON;q=0.1',
    'application/json, application/problem+json',
    'application/json, text/plain, */*',
    '*/*;q=0, application/json',
  ])('"%s" selects NDJSON', async (accept) => {
    const { status, headers } = await batch(accept)
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson'])
  })

  it.each([
    'application/x-ndjson;q=0',
    'application/x-ndjson;q=0, application/json',
    'application/json;q=0',
    'application/problem+json',
    'text/html',
    'image/png',
  ])('"%s" gets 406', async (accept) => {
    const response = await batch(accept)
    expect(response.status).toBe(406)
    expect(response.json()['detail']).toContain('Available: application/x-ndjson.')
  })
})

describe('Accept and problems', () => {
  it.each(['/nothing/', '/events/0/', '/events/?limit=abc', '/artists/?name=a&name=b'])(
    'selects HTML for %s, with the same status and headers',
    async (path) => {
      const json = await test.send({ path })
      const page = await sendUnvalidated(test.app, { path, headers: { accept: 'text/html' } })
      expect(page.status).toBe(json.status)
      expect(page.headers['content-type']).toBe(HTML)
      for (const name of ['allow', 'cache-control', 'vary']) {
        expect(page.headers[name], name).toBe(json.headers[name])
      }
      expect(page.text).toContain(String(json.json()['title']))
      expect(page.text).toContain(`urn:uuid:${page.headers['x-request-id']}`)
    },
  )

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('selects no HTML for %s', async (method) => {
    const path = method === 'POST' ? '/events/' : '/events/1/'
    const headers = { accept: 'text/html, application/json;q=0.1', 'if-match': '*' }
    const response = await test.send({ path, method, headers })
    expect(response).toMatchObject({ status: 401, headers: { 'content-type': PROBLEM } })
  })

  it('selects JSON for format=json, whatever Accept prefers', async () => {
    const sent = { path: '/events/?format=json&limit=abc', headers: { accept: 'text/html' } }
    expect(await test.send(sent)).toMatchObject({
      status: 400,
      headers: { 'content-type': PROBLEM },
    })
  })

  it('selects JSON when both have equal weight', async () => {
    const headers = { accept: 'application/json, text/html' }
    const response = await test.send({ path: '/nothing/', headers })
    expect(response).toMatchObject({ status: 404, headers: { 'content-type': PROBLEM } })
  })
})
