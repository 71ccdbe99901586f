import type { Insertable } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { itemCode } from './code.ts'
import { randomSource, type Random } from './random.ts'
import { FIRST_NAMES, LAST_NAMES } from './words.ts'

const ids = randomSource('user id')
const facts = randomSource('user')

/** Few users have many artworks each. */
const madeIds: string[] = []

/** User k's id, which has the form of a random UUID. */
export function userId(k: number): string {
  return (madeIds[k] ??= makeUserId(k))
}

function makeUserId(k: number): string {
  const random = ids(k)
  const word = (): string =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0')
  const digits = word() + word() + word() + word()
  const variant = '89ab'.charAt(random.below(4))
  const groups = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/
  return digits.replace(groups, `$1-$2-4$3-${variant}$4-$5`)
}

/** Invented data: names, reserved domains and unassigned numbers. */
export function userRow(k: number): Insertable<Database['users']> {
  const random = facts(k)
  const handle = `member-${itemCode(k)}`
  const first = k % 9 === 4 ? '' : random.pick(FIRST_NAMES)
  const last = k % 9 === 6 ? '' : random.pick(LAST_NAMES)
  return {
    id: userId(k),
    username: handle,
    slug: handle,
    first_name: first,
    last_name: last,
    display_name: displayName(random, first),
    display_name_full: `${first} ${last}`.trim(),
    email: `${handle}@example.${random.pick(['com', 'org', 'net'])}`,
    telephone: phoneNumber(random),
  }
}

function displayName(random: Random, first: string): string | null {
  if (random.chance(0.3)) return null
  return random.chance(0.2) ? '' : first
}

/** Ranges that the authorities of the countries reserve for fiction. */
const FICTIONAL = ['+1 202 555 01##', '+1 416 555 01##', '+44 20 7946 0###', '+44 117 496 0###']

/** Often unknown, sometimes left empty. */
export function phoneNumber(random: Random): string | null {
  if (random.chance(0.3)) return null
  if (random.chance(0.2)) return ''
  return random.pick(FICTIONAL).replace(/#/g, () => String(random.below(10)))
}
