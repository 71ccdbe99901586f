import { recordPath, surveyCollection, randomPage, wholePages } from '../collection.ts'
import { failuresOf, figuresText, ratioOf, type Figures } from '../lanes/figures.ts'
import { constantLane, randomLane, type Lane } from '../lanes/lane.ts'
import { measureLanes } from '../lanes/measure-lanes.ts'
import { grouped, type Finding, type PartResult } from '../report/finding.ts'
import { capture } from '../service/capture.ts'
import type { Service } from '../service/service.ts'
import { pathsPerConnection, type World } from './world.ts'

interface Case {
  readonly key: string
  readonly lane: Lane
  /** Of which a plain route sends the answer. */
  readonly sample: string
}

/** Every case beside a plain route of the same application that sends the same bytes ready-made. */
export async function measureRequests(world: World): Promise<PartResult> {
  const { service, options, client, signal } = world
  const cases = await createCases(world)
  const plain = await plainLanes(service, cases)
  const bare = constantLane({ name: 'a bare Fastify', url: service.bareUrl }, '/bench/ready/0')
  const lanes = [...cases.flatMap(({ lane }, place) => [plain[place] as Lane, lane]), bare]
  const figures = await measureLanes(lanes, { ...options, client, signal })
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
  const again = (name: string, headers = {}, expects = 200): Lane =>
    constantLane({ name, url, headers, expects }, page)
  return [
    { key: 'same-page', lane: again('the same page again'), sample: page },
    {
      key: 'not-modified',
      lane: again('304 to a known ETag', { 'if-none-match': known }, 304),
      sample: page,
    },
    {
      key: 'random-page',
      lane: randomLane({ name: 'random pages of artworks', url }, count, (random) =>
        randomPage(artworks, random, wholePages(artworks)),
      ),
      sample: page,
    },
    {
      key: 'random-page-of-events',
      lane: randomLane({ name: 'random pages of events', url }, count, (random) =>
        randomPage(events, random, wholePages(events)),
      ),
      sample: events.listPath,
    },
    {
      key: 'record',
      lane: randomLane({ name: 'one artwork by id, at random', url }, count, (random) =>
        recordPath('artworks', artworks.ids[random.below(artworks.ids.length)] ?? 0),
      ),
      sample: recordPath('artworks', artworks.ids[0] ?? 0),
    },
    {
      key: 'gzip',
      lane: again('the same page, gzip', { 'accept-encoding': 'gzip' }),
      sample: page,
    },
    { key: 'br', lane: again('the same page, br', { 'accept-encoding': 'br' }), sample: page },
  ]
}

/** @returns for every case the plain route that it is held against. */
async function plainLanes(service: Service, cases: readonly Case[]): Promise<Lane[]> {
  const answers = []
  for (const { lane, sample } of cases) {
    answers.push(await capture(service.url + sample, lane.headers))
  }
  const paths = await service.holdReady(answers)
  return cases.map(({ lane }, place) =>
    constantLane({ ...lane, name: `plain: ${lane.name}` }, paths[place] ?? ''),
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
