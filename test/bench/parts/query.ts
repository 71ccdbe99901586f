import { grouped, type PartResult } from '../report/finding.ts'
import { withPlainServer } from '../service/plain-server.ts'
import { rowsPath } from '../service/rows-route.ts'
import { failuresOf, figuresText, ratioOf, type Figures } from '../variants/figures.ts'
import { randomVariant } from '../variants/variant.ts'
import { measure, pathsPerConnection, randomPages, type World } from './world.ts'

/** Random pages whose rows the plain route reads in a loop: it caches nothing. */
const PAGES = 500

/** Compares random pages with a plain Fastify that sends one query for the same rows, and nothing else. */
export function measureQuery(world: World): Promise<PartResult> {
  const { options, service, databaseUrl } = world
  return withPlainServer('query-server', databaseUrl, async (plainUrl) => {
    const plainPaths: string[] = []
    for (const path of (await randomPages(world, 'query')).paths(0, 0).slice(0, PAGES))
      plainPaths.push(await rowsOf(service.url + path))
    const plainVariant = { name: 'plain: one query for a page', url: plainUrl }
    const figures = await measure(world, [
      randomVariant(plainVariant, pathsPerConnection(options), (random) => random.pick(plainPaths)),
      await randomPages(world, 'random pages of artworks'),
    ])
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
