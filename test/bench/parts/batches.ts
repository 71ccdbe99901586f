import { randomUUID } from 'node:crypto'
import { listPath } from '../collection.ts'
import { SERIAL } from '../load/run-load.ts'
import { grouped, type PartResult } from '../report/finding.ts'
import { failuresOf, figuresText, median, ratioOf, type Figures } from '../variants/figures.ts'
import { measureVariant } from '../variants/measure-variants.ts'
import { constantVariant } from '../variants/variant.ts'
import { partnerRequests, type Requests } from './posts.ts'
import { measure, randomPages, type World } from './world.ts'

const LINES = 10_000

/** Beside readers: small enough to end soon after them. */
const LINES_BESIDE = 1_000

const BYTES_PER_MEGABYTE = 1_000_000

/** Compares batches of artworks with single POST requests, and readers of random pages with and without batches. */
export async function measureBatches(world: World): Promise<PartResult> {
  const requests = await partnerRequests(world.databaseUrl)
  const before = await world.service.peakRssBytes()
  const rates = await measureRates(world, requests)
  const gained = ((await world.service.peakRssBytes()) - before) / BYTES_PER_MEGABYTE
  const { figures, beside } = await measureReaders(world, requests)
  const [quiet, beset] = figures as [Figures, Figures]
  return {
    findings: [
      {
        key: 'batch',
        what: `artworks a second by batches of ${grouped(LINES)}, over those by single POSTs`,
        measured: `${grouped(median(rates.batches))} and ${grouped(median(rates.posts))} artworks/s`,
        value: median(rates.batches) / median(rates.posts),
        unit: 'times',
      },
      {
        key: 'batch-readers',
        what: 'what batches cost readers of random pages',
        measured: `${figuresText(beset)} beside ${grouped(median(beside))} artworks/s; quiet: ${figuresText(quiet)}`,
        value: 100 * (1 - ratioOf('requestsPerSecond', beset, quiet)),
        unit: 'per cent',
      },
      {
        key: 'batch-memory',
        what: 'what batches and single POSTs add to the maximum memory of the process',
        measured: `${grouped(before / BYTES_PER_MEGABYTE)} MB before`,
        value: gained,
        unit: 'megabytes',
      },
    ],
    failures: failuresOf(figures),
    details: { rates, gained, figures, beside },
  }
}

/** Artworks a second by single POSTs and by batches, in turn. */
async function measureRates({ options, client, service, signal }: World, requests: Requests) {
  const { url } = service
  const { headers, bodies } = requests
  const post = {
    ...constantVariant({ name: 'POST', url, headers, expects: 201 }, listPath('artworks')),
    bodies: bodies.artworks,
  }
  const rates = { posts: [] as number[], batches: [] as number[] }
  // Round 0 does not count.
  for (let round = 0; round <= options.rounds; round += 1) {
    signal.throwIfAborted()
    const { requestsPerSecond } = await measureVariant(post, { ...options, client }, round)
    const artworksPerSecond = await sendBatch(url, requests, LINES)
    if (round === 0) continue
    rates.posts.push(requestsPerSecond)
    rates.batches.push(artworksPerSecond)
  }
  return rates
}

async function measureReaders(world: World, requests: Requests) {
  const { service } = world
  const quiet = await randomPages(world, 'readers beside writers')
  const rates: number[] = []
  const beside = () => {
    const end = new AbortController()
    const sending = (async () => {
      while (!end.signal.aborted) rates.push(await sendBatch(service.url, requests, LINES_BESIDE))
    })()
    return async () => {
      end.abort()
      await sending
    }
  }
  const beset = { ...quiet, name: 'readers beside batches', beside }
  const figures = await measure(world, [quiet, beset])
  return { figures, beside: rates }
}

/** Sends new artworks as one batch. @returns artworks a second. @throws when one of them is not created. */
async function sendBatch(url: string, { headers, bodies }: Requests, lines: number) {
  const batch = randomUUID()
  const body = Array.from({ length: lines }, (_, n) => {
    const artwork = bodies.artworks[n % bodies.artworks.length] as string
    const id = `${batch}-${n}`
    return `{"external_id":"${id}","artwork":${artwork.replaceAll(SERIAL, id)}}\n`
  }).join('')
  const began = performance.now()
  const response = await fetch(`${url}${listPath('artworks')}batch/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body,
  })
  const text = await response.text()
  const seconds = (performance.now() - began) / 1_000
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  const { created } = JSON.parse(last) as { created?: number }
  if (created !== lines) throw new Error(`A batch ends with ${response.status}: ${last}`)
  return lines / seconds
}
