import { describe, expect, it } from 'vitest'
import { countryName, geolocationText } from '../../src/venues/place.ts'

describe('countryName', () => {
  it.each([
    ['DE', 'Germany'],
    ['CI', 'Côte d’Ivoire'],
    ['TW', 'Taiwan'],
    ['GL', 'Greenland'],
    ['AX', 'Åland Islands'],
    [null, ''],
    ['', ''],
    ['QM', ''],
  ])('of %s is "%s"', (code, name) => {
    expect(countryName(code)).toBe(name)
  })
})

describe('geolocationText', () => {
  it('drops trailing zeros', () => {
    expect(geolocationText({ latitude: '10.500000', longitude: '-0.100000' })).toBe('10.5,-0.1')
  })
})
