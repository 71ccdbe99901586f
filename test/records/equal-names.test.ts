import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import type { Answer } from '../support/send.ts'
import { nextNumber } from '../support/sequence.ts'

const test = useService()
let authorization = ''

beforeAll(async () => {
  authorization = `Bearer ${(await makeApiKey(test.db, { scopes: ['admin'] })).key}`
})

function send(method: string, path: string, body: object): Promise<Answer> {
  const headers = { authorization, 'content-type': 'application/json', 'if-match': '*' }
  const options =
    method === 'POST' ? { authorization, 'content-type': 'application/json' } : headers
  return test.send({ method, path, headers: options, body: JSON.stringify(body) })
}

/** Another spelling of the same name. */
const spelling = fc
  .array(
    fc.constantFrom<(name: string) => string>(
      (name) => name.normalize('NFD'),
      (name) => name.toUpperCase(),
      (name) => name.toLowerCase(),
      (name) => name.toLowerCase().toUpperCase(),
      (name) => `${name}\u00A0 `,
      (name) => `\u200B${name.slice(0, 2)}\u200D\u2060${name.slice(2)}\u00AD`,
      (name) => `\u202E${name}`,
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((changes) => (name: string) => changes.reduce((text, change) => change(text), name))

const NAMES = [
  'Zoë Brunnén',
  'STRASSE Groß',
  'Ὀδυσσεύς',
  'Ярмарка',
  'İstanbul',
  '静物 Ａ',
  'GROẞ ᾳ',
  'Ⴀბ Მ Ꭰꭱ 𐐔𐐯',
]

describe.each(['/tags/', '/artwork-categories/', '/event-categories/'])('a name of %s', (path) => {
  it('is taken in every spelling, for POST and PATCH', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...NAMES), spelling, spelling, async (name, one, other) => {
        const base = `${name} ${nextNumber()}n`
        const first = await send('POST', path, { name: one(base) })
        expect(first.status, first.text).toBe(201)
        const { id } = first.json()
        expect((await send('POST', path, { name: other(base) })).json()).toMatchObject({
          status: 422,
          errors: [{ pointer: '/name' }],
        })
        // Its own name may be spelt anew, and differ in an accent from that of another.
        expect((await send('PATCH', `${path}${String(id)}/`, { name: other(base) })).status).toBe(
          200,
        )
        const second = await send('POST', path, { name: `${base}\u0323` })
        expect(second.status).toBe(201)
        const path2 = `${path}${String(second.json()['id'])}/`
        expect((await send('PATCH', path2, { name: one(base) })).status).toBe(422)
      }),
      { numRuns: 8 },
    )
  })

  it('is given once to two requests at the same time', async () => {
    const name = `Dusk ${nextNumber()}n`
    const both = await Promise.all(
      [name, name.toUpperCase()].map((each) => send('POST', path, { name: each })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
  })
})
