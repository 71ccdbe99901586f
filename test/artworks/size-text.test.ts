import { describe, expect, it } from 'vitest'
import { sizeText } from '../../src/pages/views/artwork-facts.tsx'

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
