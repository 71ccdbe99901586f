import { expect } from 'vitest'
import { slugStem } from '../../src/writes/slug.ts'
import {
  livingOf,
  recordsOf,
  shownOf,
  versionOf,
  type Model,
  type ModelRecord,
  type Shown,
} from './model.ts'
import { placeholderOf } from './rejections.ts'
import type { World } from './service.ts'

// Values that the service chooses: the model cannot predict them, but verifies their constraints.

const NEW_TIMES = ['created_at', 'updated_at', 'published_at', 'order_date', 'registered_since']

/** Verifies a record that the last request has created. It is the last one of the model. */
export function expectNewValues(record: ModelRecord, model: Model, world: World): void {
  const others = recordsOf(model, record.kind.name).slice(0, -1)
  const actual = shownOf(record, model)
  expect(others.map(({ item }) => item.id)).not.toContain(actual.id)
  const now = timeOf(record)
  const values = actual as unknown as Record<string, string>
  const times = NEW_TIMES.filter((name) => Object.hasOwn(actual, name)).map((name) => values[name])
  expect(times.map((time) => digitsOf(time))).toEqual(times.map(() => now))
  expect(Math.abs(Date.parse(isoOf(now)) - Date.now())).toBeLessThan(60_000)
  if (actual.slug !== undefined) expectSlug(record, model, actual)
  expectNewPicture(record, model, world, now)
}

/** The title in URL-safe letters, with a suffix for a record that is not public, or if it is taken. */
function expectSlug({ kind, item }: ModelRecord, model: Model, actual: Shown): void {
  const { slug, title = actual.name ?? '' } = actual
  const stem = slugStem(title, 80) || kind.noun
  const others = livingOf(model, kind.name).filter((other) => other.item !== item)
  const taken = new Set(others.map((other) => shownOf(other, model).slug))
  const hasSuffix = !kind.isPublic(item) || taken.has(stem)
  expect(slug).toMatch(new RegExp(`^${stem}${hasSuffix ? '-[a-z0-9]{4,16}' : ''}$`))
  expect(taken).not.toContain(slug)
}

/** Verifies a record that the last request has changed. */
export function expectMovedValues(
  record: ModelRecord,
  before: { readonly shown: Shown; readonly time: string },
  model: Model,
  world: World,
): void {
  const now = timeOf(record)
  const actual = shownOf(record, model)
  expect(now > before.time, `the version ${now} moves on from ${before.time}`).toBe(true)
  const [earlier, later] = [before.shown, actual] as { published_at?: string }[]
  if (earlier?.published_at !== later?.published_at)
    expectBetween(before.time, digitsOf(later?.published_at), now)
  if (actual.featured_image?.id !== before.shown.featured_image?.id)
    expectNewPicture(record, model, world, before.time)
}

/** The placeholder, none, or a picture that no other record has. */
function expectNewPicture(record: ModelRecord, model: Model, world: World, from: string): void {
  const { featured_image } = shownOf(record, model)
  if (!featured_image || featured_image.id === placeholderOf(record.kind, world)?.id) return
  const others = model.records.filter(
    (other) => other !== record && other.kind.pictures === record.kind.pictures,
  )
  const ids = others.map((other) => (other.item as Shown).featured_image?.id)
  expect(ids).not.toContain(featured_image.id)
  expectBetween(from, digitsOf(featured_image.updated_at), timeOf(record))
}

function expectBetween(from: string, time: string, to: string): void {
  expect([from, time, to].toSorted()).toEqual([from, time, to])
}

/** The time of the last change in a form that can be compared, from the ETag: not all records show it. */
export function timeOf({ etags }: ModelRecord): string {
  return digitsOf(versionOf(etags.at(-1) ?? '').replace(/^"\d+-/, ''))
}

/** Of a time in UTC, to the microsecond. */
function digitsOf(time = ''): string {
  return time.replaceAll(/\D/g, '').padEnd(20, '0')
}

function isoOf(digits: string): string {
  return digits.replace(/^(\d{4})(..)(..)(..)(..)(..)(\d{3}).*/, '$1-$2-$3T$4:$5:$6.$7Z')
}
