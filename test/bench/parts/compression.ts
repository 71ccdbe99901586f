import { failuresOf, figuresText, ratioOf, type Figures } from '../variants/figures.ts'
import { grouped, type PartResult } from '../report/finding.ts'
import { measure, randomPages, type World } from './world.ts'

const FORMATS = { json: 'application/json', html: 'text/html' } as const

/** The first is compared with the others. */
const ENCODINGS = ['identity', 'gzip', 'br'] as const

/** Compares random pages with the same kind of page without compression. */
export async function measureCompression(world: World): Promise<PartResult> {
  const cases = Object.entries(FORMATS).flatMap(([format, accept]) =>
    ENCODINGS.map((encoding) => ({ format, encoding, accept })),
  )
  const variants = cases.map(({ format, encoding, accept }) =>
    randomPages(world, `random pages of artworks as ${format}, ${encoding}`, {
      headers: { accept, 'accept-encoding': encoding },
    }),
  )
  const figures = await measure(world, await Promise.all(variants))
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
