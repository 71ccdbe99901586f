import { percentile } from '../load/percentile.ts'
import { grouped, type Finding, type PartResult } from '../report/finding.ts'
import type { Service } from '../service/service.ts'
import { warmUp } from '../service/warm-up.ts'
import { median } from '../variants/figures.ts'
import { randomPages, type World } from './world.ts'

/** Clients that send their next request at once, also after a 503. */
const CROWDS = [256, 1_024] as const

/** Shares of the capacity, sent in an open loop. */
const RATES = { 'below-capacity': 0.9, 'above-capacity': 1.1 } as const

/** A client that waits longer has hardly any use for the response. */
const IN_TIME_MS = 1_000

/** Enough that the clients of a crowd come back several times. */
const CROWD_SECONDS = 10

/** Without limits, requests wait for two seconds at the end of an open loop at 1.1 of the capacity. */
const OPEN_SECONDS = 20

/** So many keep a service without limits busy. */
const BUSY_CLIENTS = 64

const CAPACITY_SECONDS = 3

/** In one round, from one service. */
interface Round {
  /** The 200s a second. */
  readonly answered: number
  readonly rejected: number
  readonly p99Ms: number
}

type Rounds = Record<'limited' | 'unlimited', readonly Round[]>

/** Compares the service under more clients than it can serve with one without limits. */
export function measureCrowds(world: World): Promise<PartResult> {
  const { databaseUrl, withService } = world
  return withService(databaseUrl, (limited) =>
    withService(databaseUrl, (unlimited) => compare(world, { limited, unlimited }), {
      isLimited: false,
    }),
  )
}

async function compare(
  world: World,
  services: Readonly<Record<'limited' | 'unlimited', Service>>,
): Promise<PartResult> {
  const paths = (await randomPages(world, 'crowds')).paths(0, 0)
  for (const service of Object.values(services)) await warmUp({ ...world, service })
  /** The capacity is measured again in each round, because other work of the machine changes it. */
  const byTurns = async (
    measure: (service: Service, capacity: number) => Promise<Round>,
  ): Promise<Rounds> => {
    const rounds = { limited: [] as Round[], unlimited: [] as Round[] }
    for (let round = 0; round < world.options.rounds; round += 1) {
      const busy = await crowdOf(world, services.unlimited, {
        paths,
        size: BUSY_CLIENTS,
        seconds: CAPACITY_SECONDS,
      })
      rounds.limited.push(await measure(services.limited, busy.answered))
      rounds.unlimited.push(await measure(services.unlimited, busy.answered))
    }
    return rounds
  }
  const findings: Finding[] = []
  const details: Record<string, Rounds> = {}
  for (const size of CROWDS) {
    const rounds = await byTurns((service) =>
      crowdOf(world, service, { paths, size, seconds: CROWD_SECONDS }),
    )
    details[size] = rounds
    findings.push(...crowdFindings(size, rounds))
  }
  for (const [key, share] of Object.entries(RATES)) {
    const rounds = await byTurns((service, capacity) =>
      openLoop(world, service, { paths, perSecond: capacity * share }),
    )
    details[key] = rounds
    findings.push({
      key,
      what: `responses within a second at ${share} of the capacity`,
      ...shared(rounds),
    })
  }
  return { findings, failures: [], details }
}

interface Crowd {
  readonly paths: readonly string[]
  readonly size: number
  readonly seconds: number
}

async function crowdOf(
  { client }: World,
  { url }: Service,
  { paths, size, seconds }: Crowd,
): Promise<Round> {
  const result = await client.load({
    url,
    paths: Array.from({ length: size }, (_, place) => startingAt(paths, place)),
    headers: {},
    expects: 200,
    seconds,
  })
  const { responses, errors, latencies } = result
  const rejected = Math.min(errors, responses)
  return {
    answered: (responses - rejected) / seconds,
    rejected: rejected / seconds,
    p99Ms: percentile(latencies, 0.99),
  }
}

/** Each connection of a crowd begins with another path. */
function startingAt(paths: readonly string[], place: number): string[] {
  const first = (place * 37) % paths.length
  return [...paths.slice(first, first + 200), ...paths.slice(0, 20)]
}

async function openLoop(
  { client }: World,
  { url }: Service,
  { paths, perSecond }: { readonly paths: readonly string[]; readonly perSecond: number },
): Promise<Round> {
  const { rejected, latencies } = await client.open({
    url,
    path: paths,
    perSecond,
    seconds: OPEN_SECONDS,
    connections: CROWDS[0],
  })
  return {
    answered: latencies.filter((each) => each <= IN_TIME_MS).length / OPEN_SECONDS,
    rejected: rejected / OPEN_SECONDS,
    p99Ms: percentile(latencies, 0.99),
  }
}

function crowdFindings(size: number, rounds: Rounds): Finding[] {
  return [
    { key: `crowd-${size}`, what: `${grouped(size)} clients that never pause`, ...shared(rounds) },
    {
      key: `crowd-${size}-p99`,
      what: `p99 of ${grouped(size)} clients that never pause`,
      measured: `unlimited ${(middle(rounds.unlimited, 'p99Ms') / 1_000).toFixed(2)} s`,
      value: middle(rounds.limited, 'p99Ms') / 1_000,
      unit: 'seconds',
    },
  ]
}

function shared({ limited, unlimited }: Rounds): Pick<Finding, 'measured' | 'value' | 'unit'> {
  const [served, rejected, without] = [
    middle(limited, 'answered'),
    middle(limited, 'rejected'),
    middle(unlimited, 'answered'),
  ].map(grouped)
  return {
    measured: `${served}/s and ${rejected}/s rejected; unlimited ${without}/s`,
    value: median(
      limited.map(({ answered }, place) => answered / (unlimited[place]?.answered ?? 0)),
    ),
    unit: 'of unlimited',
  }
}

function middle(rounds: readonly Round[], figure: keyof Round): number {
  return median(rounds.map((round) => round[figure]))
}
