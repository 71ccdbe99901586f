import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { sendUnjudged } from '../support/send.ts'
import { paths } from './document.ts'
import { makeFullArtwork, makeFullEvent } from './full-records.ts'

const test = useService()

beforeAll(async () => {
  expect(await makeFullArtwork(test.db)).toBe(1)
  expect(await makeFullEvent(test.db)).toBe(1)
})

const PAGE = 'text/html; charset=utf-8'
const PROBLEM = 'application/problem+json'

const JSON_WANTED = [
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
  // Who wants both as much is a program.
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
const PAGE_WANTED = [
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
const REFUSED = [
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

describe.each(paths)('Accept at $template', ({ template }) => {
  const path = template.replace('{id}', '1')

  it('may be left out', async () => {
    const { status, headers } = await test.send({ path })
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
  })

  it.each(JSON_WANTED)('"%s" is answered with JSON', async (accept) => {
    const { status, headers } = await test.send({ path, headers: { accept } })
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
  })

  it.each(PAGE_WANTED)('"%s" is answered with a page', async (accept) => {
    const answer = await sendUnjudged(test.app, { path, headers: { accept } })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, PAGE])
    expect(answer.headers['vary']).toBe('Accept, Accept-Encoding')
    expect(answer.text).toMatch(/^<!doctype html>\n<html lang="en">/)
  })

  it.each(REFUSED)('"%s" is answered with 406 and what there is', async (accept) => {
    const answer = await test.send({ path, headers: { accept } })
    expect(answer.status).toBe(406)
    expect(answer.json()['detail']).toBe(
      'None of the media types in Accept can be made. Available: application/json, text/html.',
    )
  })

  it('is not asked where format=json is', async () => {
    const accept = PAGE_WANTED.at(-3) ?? ''
    const answer = await test.send({ path: `${path}?format=json`, headers: { accept } })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    const refused = await test.send({
      path: `${path}?format=json`,
      headers: { accept: 'text/html' },
    })
    expect(refused.status).toBe(406)
    expect(refused.json()['detail']).toContain('Available: application/json.')
  })

  it.each([
    ['text/html', PAGE],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
  ])('decides where format=api is given: %s', async (accept, type) => {
    const sent = { path: `${path}?format=api`, headers: { accept } }
    const { status, headers } = await sendUnjudged(test.app, sent)
    expect([status, headers['content-type']]).toEqual([200, type])
  })
})

describe('Accept, where there is a problem', () => {
  it.each(['/nothing/', '/events/0/', '/events/?limit=abc', '/artists/?name='])(
    'makes a page of %s for who reads, with the same status and headers',
    async (path) => {
      const json = await test.send({ path })
      const page = await sendUnjudged(test.app, { path, headers: { accept: 'text/html' } })
      expect(page.status).toBe(json.status)
      expect(page.headers['content-type']).toBe(PAGE)
      for (const name of ['allow', 'cache-control', 'vary']) {
        expect(page.headers[name], name).toBe(json.headers[name])
      }
      expect(page.text).toContain(String(json.json()['title']))
      expect(page.text).toContain(`urn:uuid:${page.headers['x-request-id']}`)
    },
  )

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('makes no page for %s', async (method) => {
    const path = method === 'POST' ? '/events/' : '/events/1/'
    const headers = { accept: 'text/html, application/json;q=0.1', 'if-match': '*' }
    const answer = await test.send({ path, method, headers })
    expect(answer).toMatchObject({ status: 401, headers: { 'content-type': PROBLEM } })
  })

  it('makes no page for who asked for a page and JSON alike', async () => {
    const headers = { accept: 'application/json, text/html' }
    const answer = await test.send({ path: '/nothing/', headers })
    expect(answer).toMatchObject({ status: 404, headers: { 'content-type': PROBLEM } })
  })
})
