import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { paths } from './document.ts'
import { makeFullArtwork, makeFullEvent } from './full-records.ts'

const test = useService()

beforeAll(async () => {
  expect(await makeFullArtwork(test.db)).toBe(1)
  expect(await makeFullEvent(test.db)).toBe(1)
})

const MADE = [
  '*/*',
  'application/*',
  'application/json',
  'APPLICATION/JSON',
  'application/json;q=0.1',
  'text/html, application/json;q=0.001',
  'text/html;q=0.9, */*;q=0.1',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'image/png;q=0, application/json',
  'application/*;q=0.5, text/*;q=0',
  '*/*;q=0, application/json',
]
const REFUSED = [
  'text/html',
  'text/*',
  'image/png, text/html;q=0.9',
  'application/json;q=0',
  'application/json;q=0, */*',
  '*/*;q=0',
  'application/*;q=0, text/html',
  'application/problem+json',
  'application/jsonx',
  'json',
  ';;;',
]

describe.each(paths)('Accept at $template', ({ template }) => {
  const path = template.replace('{id}', '1')

  it('may be left out', async () => {
    expect(await test.send({ path })).toMatchObject({ status: 200 })
  })

  it.each(MADE)('%s is answered with JSON', async (accept) => {
    expect(await test.send({ path, headers: { accept } })).toMatchObject({ status: 200 })
  })

  it.each(REFUSED)('%s is answered with 406 and what there is', async (accept) => {
    const answer = await test.send({ path, headers: { accept } })
    expect(answer.status).toBe(406)
    expect(answer.json()['detail']).toBe(
      'None of the media types in Accept can be made. Available: application/json.',
    )
  })

  it('does not change what an error is written in', async () => {
    const answer = await test.send({ path: '/nothing/', headers: { accept: 'text/html' } })
    expect(answer).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    })
  })
})
