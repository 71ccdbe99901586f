import { PAGE_SIZE, randomPage, surveyCollection, type Collection } from '../collection.ts'
import { failuresOf, ratioOf, type Figures } from '../variants/figures.ts'
import { randomVariant, type Variant } from '../variants/variant.ts'
import { measureVariants } from '../variants/measure-variants.ts'
import { grouped, type Finding, type PartResult } from '../report/finding.ts'
import { pathsPerConnection, type World } from './world.ts'

/** The number of offsets at either end, so that no page is repeated. */
const OFFSETS = 1_000
const DEEP = 999_000

/** Compares the first pages with the last ones. */
export async function measureDepth(world: World): Promise<PartResult> {
  const { options, client, signal } = world
  const artworks = await surveyCollection(world.databaseUrl, 'artworks')
  const deepest = deepOffset(artworks.ids.length)
  const variants = [0, deepest].map((offset) => pagesFrom(world, artworks, offset))
  const figures = await measureVariants(variants, { ...options, client, signal })
  const [near, deep] = figures as [Figures, Figures]
  const finding = (percentile: 'p50' | 'p99'): Finding => ({
    key: `depth-${percentile}`,
    what: `${percentile} near offset ${grouped(deepest)} against near 0`,
    measured: `${deep[`${percentile}Ms`].toFixed(2)} ms; near 0: ${near[`${percentile}Ms`].toFixed(2)} ms`,
    value: ratioOf(`${percentile}Ms`, deep, near),
    unit: 'times',
  })
  return {
    findings: [finding('p50'), finding('p99')],
    failures: failuresOf(figures),
    details: figures,
  }
}

/** Not every artwork of the catalogue is public, so the last pages may begin before 999,000. */
function deepOffset(count: number): number {
  return Math.max(0, Math.min(DEEP, count - OFFSETS - PAGE_SIZE))
}

function pagesFrom(world: World, artworks: Collection, offset: number): Variant {
  const variant = { name: `pages near offset ${grouped(offset)}`, url: world.service.url }
  const most = Math.min(offset + OFFSETS - 1, artworks.ids.length)
  return randomVariant(variant, pathsPerConnection(world.options), (random) =>
    randomPage(artworks, random, [offset, most]),
  )
}
