import { beforeAll, describe, expect, it } from 'vitest'
import { NAMED_LISTS } from '../contract/document.ts'
import { shareOf } from '../support/amount.ts'
import { useService } from '../support/app.ts'
import { makeNamed } from '../support/make-named.ts'
import { sendUnvalidated } from '../support/send.ts'
import { walkPages } from '../support/walk-pages.ts'

// The filter of the named lists; see ordering.test.ts for the rest.

const test = useService()

const NAMES = [
  '静物',
  'Третьяковская галерея',
  'Straße 7',
  'Οδός Αθηνών',
  'Musée d’Orsay',
  'KÜNSTLERHAUS',
  'Kunsthal Nord',
  'Fjordnord',
  'back\\slash',
  'a_b',
  '100% Cotton',
  '(.*)+[x]|"O\'Keeffe"&co;--',
]

/** Text of the filter, and the names that it finds, in order. */
const FILTERS: readonly (readonly [string, readonly string[]])[] = [
  ['Kunsthal Nord', ['Kunsthal Nord']],
  ['nord', ['Fjordnord', 'Kunsthal Nord']],
  ['NORD', ['Fjordnord', 'Kunsthal Nord']],
  ['kunst', ['Kunsthal Nord', 'KÜNSTLERHAUS']],
  ['Künst', ['Kunsthal Nord', 'KÜNSTLERHAUS']],
  ['ku\u0308nst', ['Kunsthal Nord', 'KÜNSTLERHAUS']],
  ['ｋｕｎｓｔ', ['Kunsthal Nord', 'KÜNSTLERHAUS']],
  ['kunsthal nord and more', []],
  ['MUSEE D’', ['Musée d’Orsay']],
  ['STRASSE', ['Straße 7']],
  ['ß', ['Straße 7']],
  ['ΑΘΗΝΩΝ', ['Οδός Αθηνών']],
  ['οδοσ', ['Οδός Αθηνών']],
  ['ГАЛЕРЕЯ', ['Третьяковская галерея']],
  ['третьяков', ['Третьяковская галерея']],
  ['静', ['静物']],
  // Every character is literal.
  ['%', ['100% Cotton']],
  ['1%c', []],
  ['%%', []],
  ['_', ['a_b']],
  ['a__', []],
  ['\\', ['back\\slash']],
  ['\\\\', []],
  ['\\_', []],
  ['.*', ['(.*)+[x]|"O\'Keeffe"&co;--']],
  ['[x]|"o\'k', ['(.*)+[x]|"O\'Keeffe"&co;--']],
  ['.', ['(.*)+[x]|"O\'Keeffe"&co;--']],
  ['$1', []],
  // Spaces are significant.
  [' nord', ['Kunsthal Nord']],
  ['nord ', []],
  ['l n', ['Kunsthal Nord']],
  ['l\u00a0n', ['Kunsthal Nord']],
  ['l  n', []],
  [
    ' ',
    [
      '100% Cotton',
      'Kunsthal Nord',
      'Musée d’Orsay',
      'Straße 7',
      'Οδός Αθηνών',
      'Третьяковская галерея',
    ],
  ],
  // Accents alone are no text.
  ['\u0301', []],
  ['\u0301\u0308', []],
  ['😀', []],
]

interface Page {
  readonly count: number
  readonly next: string | null
  readonly results: readonly { readonly id: number; readonly name: string }[]
}

describe.each(NAMED_LISTS)('$id by name', (named) => {
  const { path, table } = named
  // All lists have one filter, so each of them has some of the texts on a commit.
  const turn = NAMED_LISTS.indexOf(named)
  const ids = new Map<string, number>()

  beforeAll(async () => {
    // Migrations create categories.
    await test.db.deleteFrom(table).execute()
    for (const name of NAMES) ids.set(name, (await makeNamed(test.db, table, { name })).id)
  })

  const list = async (query: Readonly<Record<string, string>>): Promise<Page> =>
    (await test.get(`${path}?${new URLSearchParams(query).toString()}`)) as unknown as Page

  it.each(shareOf(FILTERS, turn, { of: NAMED_LISTS.length }))(
    '%j finds %j',
    async (name, found) => {
      const page = await list({ name })
      expect(page.results.map((record) => record.name)).toEqual(found)
      expect(page.count).toBe(found.length)
    },
  )

  it('finds every part of a name, in any case', async () => {
    const text = 'Musée d’Orsay'
    const starts = Array.from(text, (_, start) => start)
    const parts = starts.flatMap((start) => [text.slice(start), text.slice(0, start + 1)])
    const all = [...parts, ...parts.map((each) => each.toUpperCase())]
    for (const part of shareOf(all, turn, { of: NAMED_LISTS.length })) {
      const { results } = await list({ name: part })
      expect(
        results.map(({ name }) => name),
        part,
      ).toContain(text)
    }
  })

  it.each([
    ['name', ['Fjordnord', 'Kunsthal Nord']],
    ['-name', ['Kunsthal Nord', 'Fjordnord']],
    ['id', ['Kunsthal Nord', 'Fjordnord']],
    ['-id', ['Fjordnord', 'Kunsthal Nord']],
  ])('orders the results by %s', async (ordering, found) => {
    const { results } = await list({ name: 'nord', ordering })
    expect(results.map(({ id }) => id)).toEqual(found.map((name) => ids.get(name)))
  })

  it('counts the results on every page, and filters the pages of next links', async () => {
    const pages = await walkPages(
      async (url) => (await sendUnvalidated(test.app, { url })).json() as unknown as Page,
      `/api/v1${path}?limit=1&name=kunst`,
    )
    expect(pages.map(({ count, results }) => [count, results[0]?.name])).toEqual([
      [2, 'Kunsthal Nord'],
      [2, 'KÜNSTLERHAUS'],
    ])
  })

  it('is repeated in links, percent-encoded', async () => {
    const name = 'é &=+%#"<x>'
    const page = await test.get(
      `${path}?offset=9&name=${encodeURIComponent(name)}&limit=4&format=api`,
    )
    const base = `https://art.example/api/v1${path}`
    const encoded = '%C3%A9+%26%3D%2B%25%23%22%3Cx%3E'
    expect(page['previous']).toBe(`${base}?format=api&limit=4&name=${encoded}&offset=5`)
  })

  it('accepts 200 characters of any width', async () => {
    for (const character of ['x', '静', '😀', 'ﷺ']) {
      expect((await list({ name: character.repeat(200) })).count).toBe(0)
    }
  })
})
