import { randomSource } from '../../../scripts/demo/random.ts'
import { selectPublicIds } from '../database/catalogue-queries.ts'
import { failuresOf, figuresText, ratioOf, type Figures } from '../variants/figures.ts'
import type { PartResult } from '../report/finding.ts'
import { writeAtRate, writingFailures, type Writing } from '../writers/write-at-rate.ts'
import { createRowWriter, type RowWriter } from '../writers/row-write-queries.ts'
import { rowWrites } from '../writers/row-writes.ts'
import { measure, randomPages, type World } from './world.ts'

const WRITES_PER_SECOND = 200

/** Compares readers of random pages with and without writes of single rows. */
export async function measureWrites(world: World): Promise<PartResult> {
  const rows = await createRowWriter(world.databaseUrl)
  try {
    return await measureBeside(world, rows)
  } finally {
    await rows.close()
  }
}

async function measureBeside(world: World, rows: RowWriter): Promise<PartResult> {
  const write = rowWrites(rows, {
    artworks: await selectPublicIds(world.databaseUrl, 'artworks'),
    events: await selectPublicIds(world.databaseUrl, 'events'),
  })
  const random = randomSource('row writes')(0)
  const writings: Writing[] = []
  const beside = (): (() => Promise<void>) => {
    const end = writeAtRate(WRITES_PER_SECOND, () => write(random))
    return async () => void writings.push(await end())
  }
  const readers = await randomPages(world, 'readers beside writers')
  const figures = await measure(world, [readers, { ...readers, name: 'beside', beside }])
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
