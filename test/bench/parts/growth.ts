import { randomPage, surveyCollection, wholePages } from '../collection.ts'
import { prepareCatalogue } from '../database/catalogue.ts'
import { ensureSibling } from '../database/sibling-database.ts'
import { failuresOf, figuresText, ratioOf, type Figures } from '../variants/figures.ts'
import { randomVariant, type Variant } from '../variants/variant.ts'
import { measureVariants } from '../variants/measure-variants.ts'
import { grouped, type PartResult } from '../report/finding.ts'
import type { Service } from '../service/service.ts'
import { warmUp } from '../service/warm-up.ts'
import { pathsPerConnection, type World } from './world.ts'

const SMALL = { artworks: 10_000, events: 1_000 } as const

/** Compares random pages of a small catalogue with those of the whole one. */
export async function measureGrowth(world: World): Promise<PartResult> {
  const smallUrl = await ensureSibling(world.databaseUrl, 'small')
  await prepareCatalogue(smallUrl, SMALL, world.signal)
  // Two new processes, because a process becomes faster with time.
  return world.withService(smallUrl, (small) =>
    world.withService(world.databaseUrl, (whole) => compare(world, { small, whole, smallUrl })),
  )
}

interface Sides {
  readonly small: Service
  readonly whole: Service
  readonly smallUrl: string
}

async function compare(world: World, { small, whole, smallUrl }: Sides): Promise<PartResult> {
  const { options, client, signal } = world
  await warmUp(world, small, smallUrl)
  await warmUp(world, whole, world.databaseUrl)
  const variants = [
    await randomPages(world, small, smallUrl, SMALL.artworks),
    await randomPages(world, whole, world.databaseUrl, options.artworks),
  ]
  const figures = await measureVariants(variants, { ...options, client, signal })
  const [few, many] = figures as [Figures, Figures]
  return {
    findings: [
      {
        key: 'growth',
        what: `cost of a random page, ${grouped(options.artworks)} artworks against ${grouped(SMALL.artworks)}`,
        measured: `${figuresText(many)}; small: ${figuresText(few)}`,
        value: ratioOf('requestsPerSecond', few, many),
        unit: 'times',
      },
    ],
    failures: failuresOf(figures),
    details: figures,
  }
}

async function randomPages(
  { options }: World,
  { url }: Service,
  databaseUrl: string,
  size: number,
): Promise<Variant> {
  const artworks = await surveyCollection(databaseUrl, 'artworks')
  const name = `random pages of ${grouped(size)} artworks`
  return randomVariant({ name, url }, pathsPerConnection(options), (random) =>
    randomPage(artworks, random, wholePages(artworks)),
  )
}
