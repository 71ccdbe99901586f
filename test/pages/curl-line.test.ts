import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curlLine } from '../../src/pages/components/record-view.tsx'
import { shellArguments } from '../support/shell-arguments.ts'

const line = (address: string, isPrivate = false) => curlLine({ url: new URL(address), isPrivate })

describe('the line for curl', () => {
  it.each([
    'https://art.example/api/v1/events/',
    "https://art.example/l'art/api/v1/venues/?name=l'art&limit=5",
    'https://art.example/api/v1/venues/?name=$(touch%20x)`id`;rm&x=!!"',
    'https://art.example/api/v1/venues/?name=\\',
  ])('gives the shell one address: %s', (address) => {
    expect(shellArguments(line(address))).toEqual([
      '-H',
      'Accept: application/json',
      new URL(address).href,
    ])
  })

  it('gives curl no pattern: brackets and braces mean themselves', () => {
    const [, , address = ''] = shellArguments(
      line('https://art.example/?name=[1-9]{a,b}&ordering=name'),
    )
    expect(address).toBe('https://art.example/?name=%5B1-9%5D%7Ba,b%7D&ordering=name')
  })

  it('takes the key that the shell knows, where the answer takes one', () => {
    const command = line('https://art.example/api/v1/events/812/', true)
    expect(shellArguments(`KEY='a key'\n${command}`)).toEqual([
      '-H',
      'Accept: application/json',
      '-H',
      'Authorization: Bearer a key',
      'https://art.example/api/v1/events/812/',
    ])
  })

  it('asks for the same, whatever is asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const [, , address = ''] = shellArguments(
          line(`https://art.example/?name=${encodeURIComponent(name)}`),
        )
        expect(new URL(address).searchParams.get('name')).toBe(name)
      }),
      { numRuns: 50 },
    )
  })
})
