import { recordPath, surveyCollection, randomPage, wholePages } from '../collection.ts'
import { failuresOf, figuresText, ratioOf, type Figures } from '../variants/figures.ts'
import { constantVariant, randomVariant, type Variant } from '../variants/variant.ts'
import { measureVariants } from '../variants/measure-variants.ts'
import { grouped, type Finding, type PartResult } from '../report/finding.ts'
import { capture } from '../service/capture.ts'
import type { Service } from '../service/service.ts'
import { pathsPerConnection, type World } from './world.ts'

interface Case {
  readonly key: string
  readonly variant: Variant
  /** The path whose response a static route sends. */
  readonly sample: string
}

/** Compares each case with a static route of the same application that sends the same bytes. */
export async function measureRequests(world: World): Promise<PartResult> {
  const { service, options, client, signal } = world
  const cases = await createCases(world)
  const plain = await plainVariants(service, cases)
  const bare = constantVariant({ name: 'a bare Fastify', url: service.bareUrl }, '/bench/ready/0')
  const variants = [
    ...cases.flatMap(({ variant }, place) => [plain[place] as Variant, variant]),
    bare,
  ]
  const figures = await measureVariants(variants, { ...options, client, signal })
  const findings = cases.map(({ key }, place) =>
    finding(key, figures[2 * place + 1] as Figures, figures[2 * place] as Figures),
  )
  const [plainPage, bareFigures] = [figures[0] as Figures, figures.at(-1) as Figures]
  return {
    findings: [...findings, finding('bare', bareFigures, plainPage)],
    failures: failuresOf(figures),
    details: figures,
  }
}

async function createCases(world: World): Promise<Case[]> {
  const { url } = world.service
  const artworks = await surveyCollection(world.databaseUrl, 'artworks')
  const events = await surveyCollection(world.databaseUrl, 'events')
  const count = pathsPerConnection(world.options)
  const page = artworks.listPath
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
      variant: randomVariant({ name: 'random pages of artworks', url }, count, (random) =>
        randomPage(artworks, random, wholePages(artworks)),
      ),
      sample: page,
    },
    {
      key: 'random-page-of-events',
      variant: randomVariant({ name: 'random pages of events', url }, count, (random) =>
        randomPage(events, random, wholePages(events)),
      ),
      sample: events.listPath,
    },
    {
      key: 'record',
      variant: randomVariant({ name: 'one artwork by id, at random', url }, count, (random) =>
        recordPath('artworks', artworks.ids[random.below(artworks.ids.length)] ?? 0),
      ),
      sample: recordPath('artworks', artworks.ids[0] ?? 0),
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

function finding(key: string, figures: Figures, plain: Figures): Finding {
  return {
    key,
    what: figures.name,
    measured: `${figuresText(figures)}; plain ${grouped(plain.requestsPerSecond)} req/s`,
    value: ratioOf('requestsPerSecond', figures, plain),
    unit: 'share',
  }
}
