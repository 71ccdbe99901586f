import fc from 'fast-check'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { JsonText } from '../../src/pages/components/record-view.tsx'
import { textOf } from './html.ts'

const html = (body: object) => renderToString(h(JsonText, { body }))

it('every text of the JSON is apart from what stands around it', () => {
  const body = { a: 'b', list: ['c', 'd": "e', '\u2028'], none: '', number: 1, inner: { f: 'g' } }
  const apart = (html(body).match(/<bdi>.*?<\/bdi>/gsu) ?? []).map(textOf)
  expect(apart).toEqual(['b', 'c', String.raw`d\": \"e`, '\u2028', 'g'])
})

it('the JSON is whole, whatever is in it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]+$/), fc.jsonValue()), (body) => {
      expect(textOf(html(body))).toBe(JSON.stringify(body, null, 2))
    }),
    { numRuns: 100 },
  )
})
