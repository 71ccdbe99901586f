import { describe, expect, it } from 'vitest'
import { textOf } from '../html.ts'
import { renderView } from '../render-view.ts'

const shown = (body: object): string =>
  textOf(renderView('retrieveExchangeRates', body, '/exchange-rates/')).split(
    'The record and its request',
  )[0] ?? ''

describe('the view of the exchange rates', () => {
  it('shows each rate, its source, and the day of a rate that is older', () => {
    const text = shown({
      date: '2026-04-13',
      source: 'European Central Bank',
      rates: [
        { currency: 'RUB', date: '2022-03-01', units_per_euro: '117.201000' },
        { currency: 'USD', date: '2026-04-13', units_per_euro: '1.168400' },
      ],
    })
    expect(text).toContain('The price of one euro on 13 April 2026.')
    expect(text).toContain('Source: European Central Bank, for information purposes only.')
    expect(text).toContain('RUB117.201000 (1 March 2022)')
    expect(text).toMatch(/USD1\.168400$/)
  })

  it('says that there are none', () => {
    const text = shown({ date: null, source: null, rates: [] })
    expect(text).toContain('There are no rates.')
    expect(text).not.toContain('Source')
  })
})
