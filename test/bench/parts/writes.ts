import { randomSource } from '../../../scripts/demo/random.ts'
import { randomPage, surveyCollection, wholePages, type Collection } from '../collection.ts'
import { failuresOf, figuresText, ratioOf, type Figures } from '../variants/figures.ts'
import { randomVariant, type Variant } from '../variants/variant.ts'
import { measureVariants } from '../variants/measure-variants.ts'
import type { PartResult } from '../report/finding.ts'
import { writeAtRate, writingFailures, type Writing } from '../writers/write-at-rate.ts'
import { createRowWriter, type RowWriter } from '../writers/row-write-queries.ts'
import { rowWrites } from '../writers/row-writes.ts'
import { pathsPerConnection, type World } from './world.ts'

const WRITES_PER_SECOND = 200

/** Compares readers of random pages with and without writes of single rows. */
export async function measureWrites(world: World): Promise<PartResult> {
  const artworks = await surveyCollection(world.databaseUrl, 'artworks')
  const events = await surveyCollection(world.databaseUrl, 'events')
  const rows = await createRowWriter(world.databaseUrl)
  try {
    return await measureBeside(world, rows, artworks, events)
  } finally {
    await rows.close()
  }
}

async function measureBeside(
  world: World,
  rows: RowWriter,
  artworks: Collection,
  events: Collection,
): Promise<PartResult> {
  const { options, client, signal } = world
  const write = rowWrites(rows, { artworks: artworks.ids, events: events.ids })
  const random = randomSource('row writes')(0)
  const writings: Writing[] = []
  const beside = (): (() => Promise<void>) => {
    const end = writeAtRate(WRITES_PER_SECOND, () => write(random))
    return async () => void writings.push(await end())
  }
  const variants = [
    readers(world, artworks),
    { ...readers(world, artworks), name: 'beside', beside },
  ]
  const figures = await measureVariants(variants, { ...options, client, signal })
  const [quiet, beset] = figures as [Figures, Figures]
  const rate =
    writings.reduce((sum, { done, seconds }) => sum + done / seconds, 0) / writings.length
  return {
    findings: [
      {
        key: 'writes',
        what: `what ${WRITES_PER_SECOND} single-row writes a second cost readers of random pages`,
        measured: `${figuresText(beset)} beside ${rate.toFixed(0)} writes/s; quiet: ${figuresText(quiet)}`,
        value: 100 * (1 - ratioOf('requestsPerSecond', beset, quiet)),
        unit: 'per cent',
      },
    ],
    failures: [
      ...failuresOf(figures),
      ...writings.flatMap((one) => writingFailures('single-row writes', one, WRITES_PER_SECOND)),
    ],
    details: { figures, writings },
  }
}

/** Readers of random pages. */
export function readers({ service, options }: World, artworks: Collection): Variant {
  // Archived artworks shorten the list, so the last offsets are excluded.
  const [least, most] = wholePages(artworks)
  return randomVariant(
    { name: 'readers beside writers', url: service.url },
    pathsPerConnection(options),
    (random) => randomPage(artworks, random, [least, most]),
  )
}
