import fc from 'fast-check'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { curlLine, JsonText } from '../../src/pages/components/record-view.tsx'
import { amount } from '../support/amount.ts'
import { shellArguments } from '../support/shell-arguments.ts'
import { textOf } from './html.ts'

const line = (address: string, isPrivate = false) => curlLine({ url: new URL(address), isPrivate })

describe('curlLine', () => {
  it.each([
    'https://art.example/api/v1/events/',
    "https://art.example/l'art/api/v1/venues/?name=l'art&limit=5",
    'https://art.example/api/v1/venues/?name=$(touch%20x)`id`;rm&x=!!"',
    'https://art.example/api/v1/venues/?name=\\',
  ])('is one argument for the shell: %s', (address) => {
    expect(shellArguments(line(address))).toEqual([
      '-H',
      'Accept: application/json',
      new URL(address).href,
    ])
  })

  it('escapes brackets and braces, which are patterns of curl', () => {
    const [, , address = ''] = shellArguments(
      line('https://art.example/?name=[1-9]{a,b}&ordering=name'),
    )
    expect(address).toBe('https://art.example/?name=%5B1-9%5D%7Ba,b%7D&ordering=name')
  })

  it('reads the key of a private response from the variable KEY', () => {
    const command = line('https://art.example/api/v1/events/812/', true)
    expect(shellArguments(`KEY='a key'\n${command}`)).toEqual([
      '-H',
      'Accept: application/json',
      '-H',
      'Authorization: Bearer a key',
      'https://art.example/api/v1/events/812/',
    ])
  })

  it('preserves any parameter value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const [, , address = ''] = shellArguments(
          line(`https://art.example/?name=${encodeURIComponent(name)}`),
        )
        expect(new URL(address).searchParams.get('name')).toBe(name)
      }),
      { numRuns: amount({ commit: 20, nightly: 50 }) },
    )
  })
})

describe('JsonText', () => {
  const html = (body: object) =>
    renderToString(h(JsonText, { text: JSON.stringify(body, null, 2) }))

  it('isolates each text from its surroundings', () => {
    const body = { a: 'b', list: ['c', 'd": "e', '\u2028'], none: '', number: 1, inner: { f: 'g' } }
    const isolated = (html(body).match(/<bdi>.*?<\/bdi>/gsu) ?? []).map(textOf)
    expect(isolated).toEqual(['b', 'c', String.raw`d\": \"e`, '\u2028', 'g'])
  })

  it('shows any JSON completely', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]+$/), fc.jsonValue()), (body) => {
        expect(textOf(html(body))).toBe(JSON.stringify(body, null, 2))
      }),
      { numRuns: amount({ commit: 40, nightly: 100 }) },
    )
  })
})
