import fc from 'fast-check'

// Random times at places.

/** Places with their time zones. */
export const ZONES = {
  '56.1533,10.2141': 'Europe/Copenhagen',
  '35.6812,139.7671': 'Asia/Tokyo',
  '40.7128,-74.006': 'America/New_York',
  '41.0082,28.9784': 'Europe/Istanbul',
  '33.5731,-7.5898': 'Africa/Casablanca',
  '27.7172,85.324': 'Asia/Kathmandu',
  '-23.5505,-46.6333': 'America/Sao_Paulo',
  '-33.8688,151.2093': 'Australia/Sydney',
  '-31.55,159.08': 'Australia/Lord_Howe',
  '-13.8333,-171.75': 'Pacific/Apia',
  '53.3498,-6.2603': 'Europe/Dublin',
  '0,-30': 'Etc/GMT+2',
} as const

export type Place = keyof typeof ZONES

const PLACES = Object.keys(ZONES) as Place[]

export const HOUR = 3_600_000

/** When clocks were changed, most of them put back. */
export const CHANGES: readonly (readonly [Place, string])[] = [
  ['56.1533,10.2141', '2024-10-27T01:00Z'],
  ['56.1533,10.2141', '2024-03-31T01:00Z'],
  ['40.7128,-74.006', '2024-11-03T06:00Z'],
  ['41.0082,28.9784', '2015-11-08T01:00Z'],
  ['33.5731,-7.5898', '2023-03-19T02:00Z'],
  ['-23.5505,-46.6333', '2018-02-18T02:00Z'],
  ['-33.8688,151.2093', '2024-04-06T16:00Z'],
  ['-31.55,159.08', '2024-04-06T15:00Z'],
  ['-13.8333,-171.75', '2011-12-30T10:00Z'],
  ['53.3498,-6.2603', '2024-10-27T01:00Z'],
]

/** Places and times: of changes of clocks, and any others. */
export const beginnings = fc.oneof(
  fc.tuple(
    fc.constantFrom('' as const, ...PLACES),
    fc.integer({ min: Date.UTC(1971), max: Date.UTC(2100) }),
  ),
  fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -150, max: 150 }))
    .map(([[place, change], minutes]) => [place, Date.parse(change) + minutes * 60_000] as const),
)

export const lasting = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 5 * HOUR }),
  fc.integer({ min: 0, max: 3_000 * HOUR }),
)
