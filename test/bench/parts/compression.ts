import { randomPage, surveyCollection, wholePages } from '../collection.ts'
import { failuresOf, figuresText, ratioOf, type Figures } from '../variants/figures.ts'
import { randomVariant } from '../variants/variant.ts'
import { measureVariants } from '../variants/measure-variants.ts'
import { grouped, type PartResult } from '../report/finding.ts'
import { pathsPerConnection, type World } from './world.ts'

const FORMATS = { json: 'application/json', html: 'text/html' } as const

/** The first is compared with the others. */
const ENCODINGS = ['identity', 'gzip', 'br'] as const

/** Compares random pages, which are hardly ever cached, with the same kind of page without compression. */
export async function measureCompression(world: World): Promise<PartResult> {
  const { options, client, signal, service } = world
  const artworks = await surveyCollection(world.databaseUrl, 'artworks')
  const cases = Object.entries(FORMATS).flatMap(([format, accept]) =>
    ENCODINGS.map((encoding) => ({ format, encoding, accept })),
  )
  const variants = cases.map(({ format, encoding, accept }) =>
    randomVariant(
      {
        name: `random pages of artworks as ${format}, ${encoding}`,
        url: service.url,
        headers: { accept, 'accept-encoding': encoding },
      },
      pathsPerConnection(options),
      (random) => randomPage(artworks, random, wholePages(artworks)),
    ),
  )
  const figures = await measureVariants(variants, { ...options, client, signal })
  const findings = cases.flatMap(({ format, encoding }, place) => {
    if (encoding === 'identity') return []
    const compressed = figures[place] as Figures
    const plain = figures[place - ENCODINGS.indexOf(encoding)] as Figures
    return {
      key: `${format}-${encoding}`,
      what: compressed.name,
      measured: `${figuresText(compressed)}; uncompressed ${grouped(plain.requestsPerSecond)} req/s, ${grouped(plain.bytesPerResponse)} bytes`,
      value: ratioOf('requestsPerSecond', compressed, plain),
      unit: 'of uncompressed' as const,
    }
  })
  return { findings, failures: failuresOf(figures), details: figures }
}
