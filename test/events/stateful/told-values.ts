import { expect } from 'vitest'
import { slugStem } from '../../../src/writes/slug-stem.ts'
import { isFirstPublication } from './expected-record.ts'
import { livingEvents, type EventRecord, type Model } from './model.ts'
import { timeKey } from './timestamps.ts'

// Values that the service chooses: the model cannot foretell them, but knows what they must be like.

/** An event that was created by the last request. */
export function expectNewValues(model: Model, told: EventRecord): void {
  const ids = model.events.map(({ record }) => record.id)
  expect(ids).not.toContain(told.id)
  expect(Math.abs(Date.parse(told.created_at) - Date.now())).toBeLessThan(60_000)
  expect([told.updated_at, told.published_at]).toEqual([told.created_at, told.created_at])
  expectSlug(model, told)
  expectNewPicture(model, told, timeKey(told.created_at))
}

/** The title in URL-safe letters, with a suffix for a draft, or when another event has that. */
function expectSlug(model: Model, { slug, title, publish_status }: EventRecord): void {
  const stem = slugStem(title, 80) || 'event'
  const taken = new Set(livingEvents(model).map(({ record }) => record.slug))
  const hasSuffix = publish_status === 'draft' || taken.has(stem)
  expect(slug).toMatch(new RegExp(`^${stem}${hasSuffix ? '-[a-z0-9]{4,16}' : ''}$`))
  expect(taken).not.toContain(slug)
}

/** An event that the last request has changed. */
export function expectMovedValues(model: Model, before: EventRecord, told: EventRecord): void {
  const earlier = timeKey(before.updated_at)
  const now = timeKey(told.updated_at)
  expect(now > earlier, `updated_at ${now} moves on from ${earlier}`).toBe(true)
  if (isFirstPublication(before, told)) expectBetween(earlier, timeKey(told.published_at), now)
  if (told.featured_image.id !== before.featured_image.id) expectNewPicture(model, told, earlier)
}

/** Not one that another event shows, but for the placeholder. */
function expectNewPicture(model: Model, { featured_image, updated_at }: EventRecord, from: string) {
  if (featured_image.id === 1) return
  const ids = model.events.map(({ record }) => record.featured_image.id)
  expect(ids).not.toContain(featured_image.id)
  expectBetween(from, timeKey(featured_image.updated_at), timeKey(updated_at))
}

function expectBetween(from: string, time: string, to: string): void {
  expect([from, time, to].toSorted()).toEqual([from, time, to])
}
