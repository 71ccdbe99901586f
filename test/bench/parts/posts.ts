import { makeKey } from '../../../scripts/keys/make-key.ts'
import { listPath, type CollectionName } from '../collection.ts'
import { addMember, selectRelatedIds } from '../database/catalogue-queries.ts'
import { SERIAL } from '../load/run-load.ts'
import type { Finding, PartResult } from '../report/finding.ts'
import { insertPath } from '../service/insert-routes.ts'
import { withPlainServer } from '../service/plain-server.ts'
import type { InputName } from '../service/insert-table.ts'
import type { Service } from '../service/service.ts'
import { failuresOf, shareOfPlain, type Figures } from '../variants/figures.ts'
import { measureVariant } from '../variants/measure-variants.ts'
import { constantVariant, type Variant } from '../variants/variant.ts'
import { postBodies } from '../writers/post-bodies.ts'
import { measure, type World } from './world.ts'

interface Kind {
  readonly noun: 'artwork' | 'event'
  readonly collection: CollectionName
  readonly input: InputName
}

const KINDS: readonly Kind[] = [
  { noun: 'artwork', collection: 'artworks', input: 'ArtworkInput' },
  { noun: 'event', collection: 'events', input: 'EventInput' },
]

const PARTNER = 'bench-partner'

type Bodies = Readonly<Record<CollectionName, readonly string[]>>

/** What a partner sends with each POST. */
export interface Requests {
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: Bodies
}

/** Compares POST requests with routes that only validate the same bodies and insert them as rows. */
export function measurePosts(world: World): Promise<PartResult> {
  return withPlainServer('insert-server', world.databaseUrl, async (plainUrl) => {
    const requests = await partnerRequests(world.databaseUrl)
    const variants = KINDS.flatMap((kind) => variantsOf(kind, requests, world.service, plainUrl))
    await warmUpPosts(world, variants)
    const figures = await measure(world, variants)
    const withoutKey = variants.filter((_, place) => place % 3 < 2)
    const single = await measure(world, withoutKey, { connections: 1 })
    return {
      findings: KINDS.flatMap((kind, place) => [
        ...findingsOf(kind, figures.slice(3 * place)),
        singleFinding(kind, single.slice(2 * place)),
      ]),
      failures: failuresOf([...figures, ...single]),
      details: { figures, single },
    }
  })
}

/** The requests of a partner whose key may write artworks of one gallery, and events. */
export async function partnerRequests(databaseUrl: string): Promise<Requests> {
  const key = await makeKey(databaseUrl, PARTNER, ['artworks:write', 'events:write'])
  const related = await selectRelatedIds(databaseUrl)
  const gallery = related.galleries[0] ?? 0
  await addMember(databaseUrl, gallery, PARTNER)
  return {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    bodies: postBodies(related, gallery),
  }
}

/** The plain route, the service, and the service with an Idempotency-Key. */
function variantsOf(
  { noun, collection, input }: Kind,
  { headers, bodies }: Requests,
  { url }: Service,
  plainUrl: string,
): Variant[] {
  const post = (name: string, root: string, path: string, more = {}): Variant => ({
    ...constantVariant({ name, url: root, headers: { ...headers, ...more }, expects: 201 }, path),
    bodies: bodies[collection],
  })
  return [
    post(`plain: INSERT of an ${noun}`, plainUrl, insertPath(input)),
    post(`POST of an ${noun}`, url, listPath(collection)),
    post(`POST of an ${noun} with an Idempotency-Key`, url, listPath(collection), {
      'idempotency-key': `bench-${SERIAL}`,
    }),
  ]
}

/** The warm-up of the service has only read. */
async function warmUpPosts({ options, client, signal }: World, variants: readonly Variant[]) {
  const seconds = options['warm-up'] / variants.length
  if (seconds === 0) return
  for (const variant of variants) {
    signal.throwIfAborted()
    await measureVariant(variant, { ...options, client, seconds }, 0)
  }
}

function findingsOf({ noun }: Kind, figures: readonly Figures[]): Finding[] {
  const [plain, posted, keyed] = figures as [Figures, Figures, Figures]
  return [
    shareOfPlain(`post-${noun}`, posted, plain),
    shareOfPlain(`post-${noun}-with-key`, keyed, plain),
  ]
}

/** On one connection, each request waits for the one before. */
function singleFinding({ noun }: Kind, figures: readonly Figures[]): Finding {
  const [plain, posted] = figures as [Figures, Figures]
  const single = shareOfPlain(`post-${noun}-single`, posted, plain)
  return { ...single, what: `${single.what} on one connection` }
}
