import { randomPage, surveyCollection, wholePages } from '../collection.ts'
import { cutConnections } from '../database/state-queries.ts'
import { grouped, type PartResult } from '../report/finding.ts'
import { failuresOf, median, type Figures, type Measurement } from '../variants/figures.ts'
import { measureVariants } from '../variants/measure-variants.ts'
import { randomVariant } from '../variants/variant.ts'
import { pathsPerConnection, type World } from './world.ts'

const SECONDS = 1

/** Compares the second in which the service loses all its connections to the database with an ordinary second. */
export async function measureReconnect(world: World): Promise<PartResult> {
  const { options, client, signal, service, databaseUrl } = world
  const artworks = await surveyCollection(databaseUrl, 'artworks')
  const pages = (name: string) =>
    randomVariant({ name, url: service.url }, pathsPerConnection(options), (random) =>
      randomPage(artworks, random, wholePages(artworks)),
    )
  const beside = () => {
    const cut = cutConnections(databaseUrl)
    return () => cut
  }
  const variants = [
    pages('random pages in a second'),
    { ...pages('random pages in the second in which all connections are cut'), beside },
  ]
  const figures = await measureVariants(variants, { ...options, seconds: SECONDS, client, signal })
  const [ordinary, cut] = figures as [Figures, Figures]
  return {
    findings: [
      {
        key: 'reconnect',
        what: cut.name,
        measured: `${grouped(median(cut.rounds.map(answered)))} with 200, ${grouped(cut.errors)} errors in all rounds; ordinary ${grouped(ordinary.requestsPerSecond)}`,
        value: median(
          cut.rounds.map(
            (round, place) => answered(round) / (ordinary.rounds[place]?.requestsPerSecond ?? 0),
          ),
        ),
        unit: 'of ordinary',
      },
    ],
    failures: failuresOf([ordinary]),
    details: figures,
  }
}

function answered({ requestsPerSecond, errors }: Measurement): number {
  return requestsPerSecond - errors / SECONDS
}
