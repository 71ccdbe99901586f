import { cutConnections } from '../database/state-queries.ts'
import { grouped, type PartResult } from '../report/finding.ts'
import { failuresOf, median, type Figures, type Measurement } from '../variants/figures.ts'
import { measure, randomPages, type World } from './world.ts'

const SECONDS = 1

/** Compares the second in which the service loses all its connections to the database with an ordinary second. */
export async function measureReconnect(world: World): Promise<PartResult> {
  const beside = () => {
    const cut = cutConnections(world.databaseUrl)
    return () => cut
  }
  const name = 'random pages in the second in which all connections are cut'
  const variants = [
    await randomPages(world, 'random pages in a second'),
    { ...(await randomPages(world, name)), beside },
  ]
  const figures = await measure(world, variants, { seconds: SECONDS })
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
