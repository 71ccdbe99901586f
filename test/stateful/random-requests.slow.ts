import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { useService } from '../support/app.ts'
import type { Kind, PictureTable } from './kind.ts'
import { artists, tags } from './kinds/artists-and-tags.ts'
import { artworks } from './kinds/artworks.ts'
import { events } from './kinds/events.ts'
import { galleries, galleryMembers } from './kinds/galleries.ts'
import type { Model, Shown } from './model.ts'
import { makeWorld, removeRecords, serviceFor, storedPictures, type World } from './service.ts'
import {
  createStep,
  createSteps,
  deleteSteps,
  expectAllListed,
  listSteps,
  moveSteps,
  patchSteps,
  readSteps,
  replaceSteps,
  type Step,
} from './steps.ts'

// Random requests of all clients, verified with a model. When a response differs, the report has the seed and the
// shortest sequence that still fails.

/** Of each sort of sequences; 40 take about six seconds on an idle machine. */
const RUNS = amount({ commit: 20, nightly: 200 })
const MAX_STEPS = 40
/** Enough to shrink a failing sequence. */
const MAX_MS = 90_000

const test = useService()
let world: World

beforeAll(async () => {
  world = await makeWorld(test)
})

/** The kinds of steps, each with its weight. */
type Steps = readonly (readonly [weight: number, steps: fc.Arbitrary<Step>])[]

const ofEvents = (): Steps => [
  [4, createSteps(events, world)],
  [5, patchSteps(events, world)],
  [3, replaceSteps(events, world)],
  ...movesOf(events),
  [1, deleteSteps(events)],
  [2, readSteps(events)],
  [2, listSteps(events)],
]

/** Artworks with the records that they embed. */
const ofArtworks = (): Steps => [
  [2, createSteps(galleries, world)],
  [2, patchSteps(galleries, world)],
  [1, deleteSteps(galleries)],
  [1, readSteps(galleries)],
  [1, listSteps(galleries)],
  [3, replaceSteps(galleryMembers, world)],
  [1, readSteps(galleryMembers)],
  ...[artists, tags].flatMap((kind): Steps => [
    [1, createSteps(kind, world)],
    [2, patchSteps(kind, world)],
    [1, deleteSteps(kind)],
    [1, readSteps(kind)],
    [1, listSteps(kind)],
  ]),
  [8, createSteps(artworks, world)],
  [8, patchSteps(artworks, world)],
  ...movesOf(artworks),
  [2, moveSteps(artworks, world, 'available_for_sale', 'sold')],
  [2, deleteSteps(artworks)],
  [3, readSteps(artworks)],
  [4, listSteps(artworks)],
]

const featured_image = { full_size: 'https://kunsthal-nord.example/hall.jpg' }

/** To begin with, so that most steps find a record. */
const beginArtworks = (): Step[] => [
  createStep(galleries, world, 'first', { name: 'Quayside', featured_image }),
  createStep(galleries, world, 'second', { name: 'Northlight' }),
  createStep(galleries, world, 'admin', { name: 'Studio' }),
  createStep(artists, world, 'first', { name: 'Ines Falk', featured_image }),
  createStep(artists, world, 'second', { name: 'Anders Kurosaki' }),
  createStep(tags, world, 'first', { name: 'harbour' }),
  createStep(tags, world, 'first', { name: 'dusk' }),
]

function movesOf(kind: Kind): Steps {
  return [
    [2, moveSteps(kind, world, 'publish_status', 'published')],
    [2, moveSteps(kind, world, 'publish_status', 'archived')],
  ]
}

it.each([
  ['events', () => [], ofEvents, [events]],
  ['artworks and what they embed', beginArtworks, ofArtworks, [artworks, galleries, artists, tags]],
] as const)(
  'C17 D2 D5 D10 random requests for %s have the responses and effects of the model',
  async (_, begin, steps, kinds) => {
    const weighed = steps().flatMap(([weight, each]) => Array.from({ length: weight }, () => each))
    const sequences = fc.commands(weighed, { maxCommands: MAX_STEPS, size: 'max' })
    const property = fc.asyncProperty(sequences, async (sequence) => {
      await removeRecords(test.db)
      const model: Model = { records: [] }
      const service = serviceFor(test, world)
      await fc.asyncModelRun(() => ({ model, real: service }), [...begin(), ...sequence])
      for (const kind of kinds) await expectAllListed(kind, model, service)
      await expectPictures(model)
    })
    await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: MAX_MS })
  },
  120_000,
)

const TABLES: readonly PictureTable[] = ['event_images', 'artwork_images', 'images']

/** Deleted records and replaced pictures leave no picture behind. */
async function expectPictures({ records }: Model): Promise<void> {
  for (const table of TABLES) {
    const living = records.filter(({ kind, isDeleted }) => kind.pictures === table && !isDeleted)
    const ids = living.map(({ item }) => (item as Shown).featured_image?.id ?? 1)
    const used = [...new Set(ids)].filter((id) => id > 1).toSorted((one, other) => one - other)
    expect(await storedPictures(test.db, table)).toEqual(used)
  }
}
