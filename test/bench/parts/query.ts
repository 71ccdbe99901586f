import { randomSource } from '../../../scripts/demo/random.ts'
import { randomPage, surveyCollection, wholePages } from '../collection.ts'
import { grouped, type PartResult } from '../report/finding.ts'
import { withPlainServer } from '../service/plain-server.ts'
import { rowsPath } from '../service/rows-route.ts'
import { failuresOf, figuresText, ratioOf, type Figures } from '../variants/figures.ts'
import { measureVariants } from '../variants/measure-variants.ts'
import { randomVariant } from '../variants/variant.ts'
import { pathsPerConnection, type World } from './world.ts'

/** Random pages whose rows the plain route reads in a loop: it caches nothing. */
const PAGES = 500

/** Compares random pages with a plain Fastify that sends one query for the same rows, and nothing else. */
export function measureQuery(world: World): Promise<PartResult> {
  const { options, client, signal, service, databaseUrl } = world
  return withPlainServer('query-server', databaseUrl, async (plainUrl) => {
    const artworks = await surveyCollection(databaseUrl, 'artworks')
    const draw = (random: Parameters<typeof randomPage>[1]) =>
      randomPage(artworks, random, wholePages(artworks))
    const source = randomSource('query')(0)
    const plainPaths: string[] = []
    while (plainPaths.length < PAGES) plainPaths.push(await rowsOf(service.url + draw(source)))
    const count = pathsPerConnection(options)
    const variants = [
      randomVariant({ name: 'plain: one query for a page', url: plainUrl }, count, (random) =>
        random.pick(plainPaths),
      ),
      randomVariant({ name: 'random pages of artworks', url: service.url }, count, draw),
    ]
    const figures = await measureVariants(variants, { ...options, client, signal })
    const [plain, pages] = figures as [Figures, Figures]
    return {
      findings: [
        {
          key: 'query',
          what: 'random pages of artworks, over a plain Fastify with one query for the same rows',
          measured: `${figuresText(pages)}; plain ${grouped(plain.requestsPerSecond)} req/s, ${grouped(plain.bytesPerResponse)} bytes`,
          value: ratioOf('requestsPerSecond', pages, plain),
          unit: 'of one query',
        },
      ],
      failures: failuresOf(figures),
      details: figures,
    }
  })
}

/** The path of the plain route for the rows of a page. */
async function rowsOf(url: string): Promise<string> {
  const { results } = (await (await fetch(url)).json()) as { results: readonly { id: number }[] }
  return rowsPath(results.map(({ id }) => id))
}
