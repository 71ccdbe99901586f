import { describe, expect, it } from 'vitest'
import { roundedMoneyText } from '../../../src/pages/components/formatting.tsx'
import { artistNames, priceText, sizeText } from '../../../src/pages/views/artwork-facts.tsx'

const PRICE = {
  price: null,
  price_currency: 'EUR',
  price_display: 'price on request',
  min_price: null,
  min_price_currency: 'EUR',
  max_price: null,
  max_price_currency: 'EUR',
}

describe('the price of an artwork', () => {
  it.each([
    [{ price: 2400 }, '€2,400'],
    [{ price: 2400.5 }, '€2,400.50'],
    [{ price: 350, price_currency: 'CAD' }, 'CA$350'],
    [{ price: 350, price_currency: 'USD' }, '$350'],
    [{ price: 1_250_000, price_currency: 'JPY' }, '¥1,250,000'],
    [{ price: 999_999_999_999.99, price_currency: 'JPY' }, '¥1,000,000,000,000'],
    [{ price: 0.5, price_currency: 'KRW' }, '₩0.5'],
    [{ price: 12.5, price_currency: 'KWD' }, 'KWD\u00a012.500'],
    [{ price: 0.01, price_currency: 'GBP' }, '£0.01'],
    [{ price: 5, price_currency: 'XYZ' }, 'XYZ\u00a05'],
    [{ min_price: 1000, max_price: 2000 }, '€1,000 – €2,000'],
    [{ min_price: 1000, max_price: 2000, max_price_currency: 'USD' }, '€1,000 – $2,000'],
    [
      { min_price: 1, min_price_currency: 'JPY', max_price: 1.5, max_price_currency: 'JPY' },
      '¥1 – ¥2',
    ],
    [{ min_price: 2000, max_price: 1000 }, '€2,000 – €1,000'],
    [{}, 'Price on request'],
    [{ price_display: 'by auction' }, 'Price not given'],
  ])('%j reads %s', (values, text) => {
    expect(priceText({ ...PRICE, ...values })).toBe(text)
  })
})

describe('a converted price', () => {
  it.each([
    [9797.28, '$9,800'],
    [123.4, '$120'],
    [1_234_567, '$1,200,000'],
    [15.4, '$15'],
    [1.06, '$1'],
    [0.5, '$0.50'],
    [0.01, '$0.01'],
  ])('of %s reads %s', (amount, text) => {
    expect(roundedMoneyText(amount, 'USD')).toBe(text)
  })
})

const SIZE = { size_h: null, size_w: null, size_d: null, units: 'centimeter' }

describe('the size of an artwork', () => {
  it.each([
    [{ size_h: 60.5, size_w: 80, size_d: 4 }, '60.5 × 80 × 4 cm'],
    [{ size_h: 60.5, size_w: 80 }, '60.5 × 80 cm'],
    [{ size_h: 10.75, size_w: 1200, units: 'inch' }, '10.75 × 1200 in'],
    [{ size_h: 1, size_w: 2, units: 'cubit' }, '1 × 2 cubit'],
    [{ size_h: 30 }, 'height 30 cm'],
    [{ size_w: 30, size_d: 2 }, 'width 30 cm, depth 2 cm'],
    [{}, ''],
  ])('%j reads "%s"', (values, text) => {
    expect(sizeText({ ...SIZE, ...values })).toBe(text)
  })
})

it.each([
  [0, ['Artist unknown']],
  [5, ['A1', 'A2', 'A3', 'A4', 'A5']],
  [6, ['A1', 'A2', 'A3', 'A4', '2 others']],
  [50, ['A1', 'A2', 'A3', 'A4', '46 others']],
])('of %d artists, a card and a title name these: %j', (count, names) => {
  const artists = Array.from({ length: count }, (_, at) => ({ name: `A${at + 1}` }))
  expect(artistNames({ artists } as Parameters<typeof artistNames>[0])).toEqual(names)
})
