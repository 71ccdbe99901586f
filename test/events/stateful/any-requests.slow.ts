import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { useService } from '../../support/app.ts'
import { moveSteps, patchSteps, replaceSteps } from './change-steps.ts'
import { createSteps } from './create-steps.ts'
import { deleteSteps } from './delete-steps.ts'
import { expectAllListed, listSteps } from './list-steps.ts'
import { livingEvents, type Model } from './model.ts'
import { readSteps } from './read-steps.ts'
import { serviceFor } from './service.ts'
import type { Step } from './step.ts'
import { countPictures, makeWorld, removeEvents, type World } from './world.ts'

// Any requests by anybody, held against a model of what must come of them. When one is answered in
// another way, the report has the seed and the shortest sequence that still is.

/** About 15 seconds on a machine with nothing else to do. */
const RUNS = 100
const MOST_STEPS = 40
/** Enough to look for a shorter sequence. */
const LONGEST_MS = 90_000

const test = useService()
let world: World

beforeAll(async () => {
  world = await makeWorld(test)
})

/** With how often each kind is taken. */
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

it('any requests leave the events that the model says, answered as it says', async () => {
  const sequences = fc.commands(stepKinds(), { maxCommands: MOST_STEPS, size: 'max' })
  const property = fc.asyncProperty(sequences, async (steps) => {
    await removeEvents(test.db)
    const model: Model = { events: [] }
    const service = serviceFor(test, world)
    await fc.asyncModelRun(() => ({ model, real: service }), steps)
    await expectAllListed(model, service)
    await expectPictures(model)
  })
  await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: LONGEST_MS })
}, 120_000)

/** No picture is left behind by an event that is gone or shows another one. */
async function expectPictures(model: Model): Promise<void> {
  const ids = livingEvents(model).map(({ record }) => record.featured_image.id)
  expect(await countPictures(test.db)).toBe(new Set([world.placeholder.id, ...ids]).size)
}
