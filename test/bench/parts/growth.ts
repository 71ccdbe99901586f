import { prepareCatalogue } from '../database/catalogue.ts'
import { ensureSibling } from '../database/sibling-database.ts'
import { failuresOf, figuresText, ratioOf, type Figures } from '../variants/figures.ts'
import type { Variant } from '../variants/variant.ts'
import { grouped, type PartResult } from '../report/finding.ts'
import { warmUp } from '../service/warm-up.ts'
import { measure, randomPages, type World } from './world.ts'

const SMALL = { artworks: 10_000, events: 1_000 } as const

/**
 * Compares random pages of a small catalogue with those of the whole one. Their offsets are up to the end of the list, so
 * pages at great depths count as much as the first ones.
 */
export async function measureGrowth(world: World): Promise<PartResult> {
  const smallUrl = await ensureSibling(world.databaseUrl, 'small')
  await prepareCatalogue(smallUrl, SMALL, world.signal)
  // Two new processes, because a process becomes faster with time.
  const figures = await world.withService(smallUrl, (small) =>
    world.withService(world.databaseUrl, async (whole) =>
      measure(world, [
        await warmPages({ ...world, service: small, databaseUrl: smallUrl }, SMALL.artworks),
        await warmPages({ ...world, service: whole }, world.options.artworks),
      ]),
    ),
  )
  const [few, many] = figures as [Figures, Figures]
  return {
    findings: [
      {
        key: 'growth',
        what: `cost of a random page, ${grouped(world.options.artworks)} artworks against ${grouped(SMALL.artworks)}`,
        measured: `${figuresText(many)}; small: ${figuresText(few)}`,
        value: ratioOf('requestsPerSecond', few, many),
        unit: 'times',
      },
    ],
    failures: failuresOf(figures),
    details: figures,
  }
}

async function warmPages(world: World, size: number): Promise<Variant> {
  await warmUp(world)
  return randomPages(world, `random pages of ${grouped(size)} artworks`)
}
