import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { useService } from '../../support/app.ts'
import { moveSteps, patchSteps, replaceSteps } from './steps.ts'
import { createSteps } from './steps.ts'
import { deleteSteps } from './steps.ts'
import { expectAllListed, listSteps } from './steps.ts'
import { livingEvents, type Model } from './model.ts'
import { readSteps } from './steps.ts'
import { serviceFor } from './service.ts'
import type { Step } from './steps.ts'
import { countPictures, makeWorld, removeEvents, type World } from './service.ts'

// Random requests of all clients, verified with a model. When a response differs, the report has the seed and the
// shortest sequence that still fails.

/** About 15 seconds on an idle machine. */
const RUNS = 100
const MAX_STEPS = 40
/** Enough to shrink a failing sequence. */
const MAX_MS = 90_000

const test = useService()
let world: World

beforeAll(async () => {
  world = await makeWorld(test)
})

/** Each kind with its weight. */
function stepKinds(): fc.Arbitrary<Step>[] {
  const kinds: readonly (readonly [number, fc.Arbitrary<Step>])[] = [
    [4, createSteps(world)],
    [5, patchSteps(world)],
    [3, replaceSteps(world)],
    [2, moveSteps('published')],
    [2, moveSteps('archived')],
    [1, deleteSteps()],
    [2, readSteps()],
    [2, listSteps()],
  ]
  return kinds.flatMap(([weight, steps]) => Array.from({ length: weight }, () => steps))
}

it('random requests have the responses and effects of the model', async () => {
  const sequences = fc.commands(stepKinds(), { maxCommands: MAX_STEPS, size: 'max' })
  const property = fc.asyncProperty(sequences, async (steps) => {
    await removeEvents(test.db)
    const model: Model = { events: [] }
    const service = serviceFor(test, world)
    await fc.asyncModelRun(() => ({ model, real: service }), steps)
    await expectAllListed(model, service)
    await expectPictures(model)
  })
  await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: MAX_MS })
}, 120_000)

/** Deleted events and replaced pictures leave no picture behind. */
async function expectPictures(model: Model): Promise<void> {
  const ids = livingEvents(model).map(({ record }) => record.featured_image.id)
  expect(await countPictures(test.db)).toBe(new Set([world.placeholder.id, ...ids]).size)
}
