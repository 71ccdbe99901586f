import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curlLine } from '../../src/browse/curl-line.ts'
import { shellArguments } from '../support/shell-arguments.ts'

describe('the line for curl', () => {
  it.each([
    'https://art.example/api/v1/events/',
    "https://art.example/l'art/api/v1/venues/?name=l'art&limit=5",
    'https://art.example/api/v1/venues/?name=$(touch%20x)`id`;rm&x=!!"',
    'https://art.example/api/v1/venues/?name=\\',
  ])('gives the shell one address: %s', (address) => {
    expect(shellArguments(curlLine(new URL(address)))).toEqual([
      '-H',
      'Accept: application/json',
      new URL(address).href,
    ])
  })

  it('gives curl no pattern: brackets and braces mean themselves', () => {
    const [, , address = ''] = shellArguments(
      curlLine(new URL('https://art.example/?name=[1-9]{a,b}&ordering=name')),
    )
    expect(address).toBe('https://art.example/?name=%5B1-9%5D%7Ba,b%7D&ordering=name')
  })

  it('asks for the same, whatever is asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const url = new URL(`https://art.example/?name=${encodeURIComponent(name)}`)
        const [, , address = ''] = shellArguments(curlLine(url))
        expect(new URL(address).searchParams.get('name')).toBe(name)
      }),
      { numRuns: 50 },
    )
  })
})
