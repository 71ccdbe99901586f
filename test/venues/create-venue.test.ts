import { beforeAll, describe, expect, it } from 'vitest'
import { countryCodesAmong, countryName } from '../../src/venues/place.ts'
import { useService } from '../support/app.ts'
import { makeRecordWriter, type RecordBody, type RecordWriter } from '../support/record-writer.ts'

const test = useService()
let writer: RecordWriter

beforeAll(async () => {
  writer = await makeRecordWriter(test)
})

const withName = (values: object) => ({ name: 'Kunsthal Nord', ...values })
const created = async (values: object): Promise<RecordBody> =>
  (await writer.create('/venues/', withName(values))).record

/** The errors of a rejected body, as `[pointer, detail]`. */
async function errorsOf(status: number, values: object): Promise<[unknown, unknown][]> {
  const response = await writer.post('/venues/', withName(values))
  expect(response.status, response.text).toBe(status)
  const { errors } = response.json() as { errors: Record<string, unknown>[] }
  return errors.map(({ pointer, detail }) => [pointer, detail])
}

describe('a venue', () => {
  it('requires only a name', async () => {
    expect(await created({ name: 'A garden' })).toMatchObject({
      slug: 'a-garden',
      city: '',
      country: { code: '', name: '' },
      geolocation: '',
      artworks_for_sale_count: 0,
      featured_image: null,
      response_time: null,
    })
  })

  it.each([
    ['…!', /^venue$/],
    ['x'.repeat(300), /^x{80}$/],
  ])('called %s has a slug that is readable in a URL', async (name, slug) => {
    expect((await created({ name }))['slug']).toMatch(slug)
  })
})

describe('the country', () => {
  it('is rejected if ISO 3166-1 does not assign the code', async () => {
    expect(await errorsOf(422, { country: 'EU' })).toEqual([
      ['/country', 'It is not an ISO 3166-1 alpha-2 code.'],
    ])
  })

  // The list of the standard in the time zone database (iso3166.tab, 2024).
  const ASSIGNED = `
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
    BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
    EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
    HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
    LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
    NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
    SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
    TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`
    .trim()
    .split(/\s+/)

  it('is any of the 249 codes of the standard, and no other text of two letters', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
    const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`))
    expect(ASSIGNED).toHaveLength(249)
    expect([...(await countryCodesAmong(codes))]).toEqual(ASSIGNED)
  })

  it('has its English name in the record', async () => {
    expect(ASSIGNED.filter((code) => countryName(code) === '')).toEqual([])
    const country = { code: 'NZ', name: 'New Zealand' }
    expect(await created({ country: 'NZ' })).toMatchObject({ country })
  })
})

describe('the geolocation', () => {
  it.each([
    ['0,0', '0,0'],
    ['-90,-180', '-90,-180'],
    ['90.000000,180.0', '90,180'],
    ['56.153300,10.214100', '56.1533,10.2141'],
    ['-33.856784,151.215297', '-33.856784,151.215297'],
    ['0.000001,-0.000001', '0.000001,-0.000001'],
    ['-0,-0.0', '0,0'],
    ['5.50,5', '5.5,5'],
  ])('%s is shown as %s', async (geolocation, shown) => {
    expect(await created({ geolocation })).toMatchObject({ geolocation: shown })
  })

  it.each([
    '90.000001,0',
    '0,180.000001',
    '91,0',
    '0,181',
    '56.1533',
    '56.1533,',
    ',',
    '56.1533, 10.2141',
    '56.1533;10.2141',
    '1e1,1',
    '+1,1',
    '.5,1',
    '1.,1',
    '0.1234567,0',
    'NaN,NaN',
    '1,2,3',
    '٥,٥',
  ])('C19 is invalid: "%s"', async (geolocation) => {
    expect((await errorsOf(400, { geolocation })).map(([place]) => place)).toEqual(['/geolocation'])
  })
})
