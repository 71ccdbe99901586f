import { beforeAll, describe, expect, it } from 'vitest'
import { countryCodesAmong } from '../../src/venues/place.ts'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import type { Answer } from '../support/send.ts'

const test = useService()
let key: string
let userId: string

beforeAll(async () => {
  const made = await makeApiKey(test.db)
  key = made.key
  userId = made.userId
})

function post(values: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Kunsthal Nord', ...values })
  return test.send({ method: 'POST', path: '/venues/', headers, body })
}

/** The record in the response, which a GET returns too. */
async function created(values: object): Promise<Record<string, unknown>> {
  const response = await post(values)
  expect(response.text).not.toContain('/docs/problems/')
  expect(response.status).toBe(201)
  const record = response.json()
  expect(await test.get(`/venues/${String(record['id'])}/`)).toEqual(record)
  return record
}

/** The errors of a rejected body, as `[pointer, detail]`; nothing is stored. */
async function errorsOf(status: number, values: object): Promise<[unknown, unknown][]> {
  const { count } = await test.get('/venues/')
  const response = await post(values)
  expect(response.status, response.text).toBe(status)
  expect((await test.get('/venues/'))['count']).toBe(count)
  const { errors } = response.json() as { errors: Record<string, unknown>[] }
  return errors.map(({ pointer, detail }) => [pointer, detail])
}

describe('a venue', () => {
  it('is returned unchanged, with the fields that the service sets', async () => {
    const values = { name: ' Kunsthal  Nord\u00a0', city: 'Aarhus', geolocation: '56.1533,10.2141' }
    expect(await created({ ...values, country: 'DK' })).toEqual({
      id: expect.any(Number) as number,
      ...values,
      slug: 'kunsthal-nord',
      country: { code: 'DK', name: 'Denmark' },
      artworks_for_sale_count: 0,
      featured_image: null,
      response_time: null,
    })
  })

  it('requires only a name', async () => {
    expect(await created({ name: 'A garden' })).toMatchObject({
      name: 'A garden',
      city: '',
      country: { code: '', name: '' },
      geolocation: '',
      featured_image: null,
    })
  })

  it('has empty text for unknown values, and null for no picture', async () => {
    const nothing = { city: '', country: '', geolocation: '', featured_image: null }
    expect(await created(nothing)).toMatchObject({ ...nothing, country: { code: '', name: '' } })
  })

  it('has its picture in every rendition', async () => {
    const full_size = 'https://kunsthal-nord.example/hall.jpg'
    const texts = { alt_text: 'A brick hall', caption: 'By the water', description: null }
    const record = await created({ featured_image: { full_size, ...texts } })
    const { image, ...picture } = record['featured_image'] as { image: object }
    expect(Object.keys(image)).toHaveLength(8)
    expect(new Set(Object.values(image))).toEqual(new Set([full_size]))
    expect(picture).toMatchObject({ ...texts, uploaded_by: userId, is_converted_to_webp: false })
  })
})

describe('the slug', () => {
  it.each([
    ['Łódź Ærø Straße', /^lodz-aero-strasse$/],
    ['متحف', /^[a-z0-9]+(-[a-z0-9]+)*$/],
    ['東京国立近代美術館', /^dong-jing-guo-li-jin-dai-mei-shu-guan$/],
    ['서울시립미술관', /^seoulsilibmisulgwan$/],
    ['…!', /^venue$/],
    ['x'.repeat(300), /^x{80}$/],
  ])('of %s is readable in a URL', async (name, slug) => {
    const record = await created({ name })
    expect(record).toMatchObject({ name })
    expect(record['slug']).toMatch(slug)
  })

  it('has a suffix if it is taken', async () => {
    const slugs = new Set<unknown>()
    for (let time = 0; time < 5; time += 1) slugs.add((await created({ name: 'Open Air' }))['slug'])
    expect(slugs.size).toBe(5)
    const [first, ...others] = slugs
    expect(first).toBe('open-air')
    for (const slug of others) expect(slug).toMatch(/^open-air-[a-z2-9]{4}$/)
  })
})

describe('the country', () => {
  it('is rejected if ISO 3166-1 does not assign the code', async () => {
    expect(await errorsOf(422, { country: 'EU' })).toEqual([
      ['/country', 'It is not an ISO 3166-1 alpha-2 code.'],
    ])
  })

  it.each(['dk', 'Dk', 'DNK', 'D', ' DK', 'DK ', '208', 'ÅÄ', 'D\n', 'ＤＫ'])(
    'is rejected in another form: "%s"',
    async (country) => {
      expect((await errorsOf(400, { country })).map(([pointer]) => pointer)).toEqual(['/country'])
    },
  )

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

describe('a value that violates the schema', () => {
  it.each<[object, string]>([
    [{ name: '' }, '/name'],
    [{ name: ' \u3000\n' }, '/name'],
    [{ name: 'x'.repeat(301) }, '/name'],
    [{ name: null }, '/name'],
    [{ city: null }, '/city'],
    [{ city: 'x'.repeat(201) }, '/city'],
    [{ country: { code: 'DK' } }, '/country'],
    [{ featured_image: {} }, '/featured_image/full_size'],
    [{ featured_image: { full_size: 'ftp://a.example/' } }, '/featured_image/full_size'],
    [{ gallery: 57 }, '/gallery'],
  ])('is rejected: %j', async (values, pointer) => {
    expect((await errorsOf(400, values)).map(([place]) => place)).toEqual([pointer])
  })

  it.each(['id', 'slug', 'artworks_for_sale_count', 'response_time'])(
    'is any value of a read-only field: %s',
    async (name) => {
      expect(await errorsOf(400, { [name]: null })).toEqual([
        [`/${name}`, 'It is set by the service and cannot be written.'],
      ])
    },
  )
})
