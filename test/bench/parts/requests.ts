import { listPath, recordPath } from '../collection.ts'
import { selectPublicIds } from '../database/catalogue-queries.ts'
import { failuresOf, shareOfPlain, type Figures } from '../variants/figures.ts'
import { constantVariant, randomVariant, type Variant } from '../variants/variant.ts'
import type { PartResult } from '../report/finding.ts'
import { capture } from '../service/capture.ts'
import type { Service } from '../service/service.ts'
import { measure, pathsPerConnection, randomPages, type World } from './world.ts'

interface Case {
  readonly key: string
  readonly variant: Variant
  /** The path whose response a static route sends. */
  readonly sample: string
}

/** Compares each case with a static route of the same application that sends the same bytes. */
export async function measureRequests(world: World): Promise<PartResult> {
  const { service } = world
  const cases = await createCases(world)
  const plain = await plainVariants(service, cases)
  const bare = constantVariant({ name: 'a bare Fastify', url: service.bareUrl }, '/bench/ready/0')
  const variants = [
    ...cases.flatMap(({ variant }, place) => [plain[place] as Variant, variant]),
    bare,
  ]
  const figures = await measure(world, variants)
  const findings = cases.map(({ key }, place) =>
    shareOfPlain(key, figures[2 * place + 1] as Figures, figures[2 * place] as Figures),
  )
  const [plainPage, bareFigures] = [figures[0] as Figures, figures.at(-1) as Figures]
  return {
    findings: [...findings, shareOfPlain('bare', bareFigures, plainPage)],
    failures: failuresOf(figures),
    details: figures,
  }
}

async function createCases(world: World): Promise<Case[]> {
  const { url } = world.service
  const ids = await selectPublicIds(world.databaseUrl, 'artworks')
  const count = pathsPerConnection(world.options)
  const page = listPath('artworks')
  const known = (await capture(url + page)).headers['etag'] ?? ''
  const again = (name: string, headers = {}, expects = 200): Variant =>
    constantVariant({ name, url, headers, expects }, page)
  return [
    { key: 'same-page', variant: again('the same page again'), sample: page },
    {
      key: 'not-modified',
      variant: again('304 to a known ETag', { 'if-none-match': known }, 304),
      sample: page,
    },
    {
      key: 'random-page',
      variant: await randomPages(world, 'random pages of artworks'),
      sample: page,
    },
    {
      key: 'random-page-of-events',
      variant: await randomPages(world, 'random pages of events', { of: 'events' }),
      sample: listPath('events'),
    },
    {
      key: 'record',
      variant: randomVariant({ name: 'one artwork by id, at random', url }, count, (random) =>
        recordPath('artworks', ids[random.below(ids.length)] ?? 0),
      ),
      sample: recordPath('artworks', ids[0] ?? 0),
    },
    {
      key: 'gzip',
      variant: again('the same page, gzip', { 'accept-encoding': 'gzip' }),
      sample: page,
    },
    { key: 'br', variant: again('the same page, br', { 'accept-encoding': 'br' }), sample: page },
  ]
}

/** @returns for each case the static route that it is compared with. */
async function plainVariants(service: Service, cases: readonly Case[]): Promise<Variant[]> {
  const responses = []
  for (const { variant, sample } of cases) {
    responses.push(await capture(service.url + sample, variant.headers))
  }
  const paths = await service.serveStatic(responses)
  return cases.map(({ variant }, place) =>
    constantVariant({ ...variant, name: `plain: ${variant.name}` }, paths[place] ?? ''),
  )
}
