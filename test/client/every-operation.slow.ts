import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { OPERATIONS } from '../../generated/operations.ts'
import type { Client, Seen, Tagged } from '../../src/client/create-client.ts'
import { SCOPES } from '../../src/auth/principal.ts'
import { PARENT_ID } from '../contract/document.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeParents } from '../support/make-parents.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeVenue } from '../support/make-venue.ts'
import { makeWebhook } from '../support/make-webhook.ts'
import { PACKAGE, useInstalledClient } from './support/installed-client.ts'
import { usePartner } from './support/partner.ts'

// Every operation of the contract, through the packed client.

type OperationId = keyof typeof OPERATIONS
type ListId = Extract<OperationId, `list${string}`>

const test = usePartner()
const installed = useInstalledClient()
let client: Client
let ids: Record<'webhook' | 'gallery' | 'venue' | 'eventCategory' | 'artworkCategory', number>

beforeAll(async () => {
  const main = path.join(
    installed.folder,
    `node_modules/${PACKAGE}/dist/src/client/create-client.js`,
  )
  const { createClient } = (await import(pathToFileURL(main).href)) as {
    createClient: (options: { baseUrl: string; key: string }) => Client
  }
  const { key, userId } = await makeApiKey(test.db, {
    scopes: SCOPES,
  })
  client = createClient({ baseUrl: test.baseUrl, key })
  await makeArtwork(test.db, await makeParents(test.db, 'artworks'))
  await makeParents(test.db, 'events')
  const gallery = (await makeGallery(test.db, { owner_id: userId })).id
  const venue = (await makeVenue(test.db)).id
  const [artworks, events] = [client.listArtworkCategories(), client.listEventCategories()]
  ids = {
    webhook: (await makeWebhook(test.db, { owner_id: userId })).id,
    gallery,
    venue,
    artworkCategory: await firstId(artworks),
    eventCategory: await firstId(events),
  }
})

async function firstId(listing: AsyncIterable<{ readonly id: number }>): Promise<number> {
  for await (const { id } of listing) return id
  throw new Error('The list is empty')
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

/** The last state of the record that the last `create` has made. */
let seen: Seen

async function keep<Item extends { readonly id: number }>(
  call: Promise<Tagged<Item>>,
): Promise<Item> {
  const tagged = await call
  seen = tagged
  return tagged.record
}

const artwork = () => ({
  title: 'Harbour',
  artists: [],
  gallery: ids.gallery,
  category: ids.artworkCategory,
  units: 'inch' as const,
  price_display: 'price on request' as const,
})
const event = () => ({
  title: 'Northern Light',
  venue: ids.venue,
  category: ids.eventCategory,
  start_time: '2031-03-14T09:00:00Z',
  end_time: '2031-06-30T16:00:00Z',
})

/** What creates a record of a kind and what changes it, if not a name. */
const KINDS: Readonly<Record<string, readonly [body: () => object, patch: object]>> = {
  MarketplaceArtwork: [artwork, { title: 'Quay' }],
  Event: [event, { title: 'Southern Light' }],
  ApiKey: [() => ({ scopes: ['events:write'] }), {}],
  Webhook: [() => ({ url: 'https://hooks.quayside.example/', collections: ['events'] }), {}],
}

type AnyCall = (...given: readonly unknown[]) => Promise<Tagged<{ readonly id: number }>>

/** In the order of OPERATIONS, in which a record is created, read, changed and deleted. */
function callOf(id: string): Promise<unknown> {
  const [, verb = '', noun = ''] = /^(create|retrieve|partialUpdate|delete)(\w+)$/.exec(id) ?? []
  const [body, patch] = KINDS[noun] ?? [() => ({ name: noun }), { name: `Another ${noun}` }]
  const other = OTHERS[id]
  if (other !== undefined) return other()
  const call = (client as unknown as Readonly<Record<string, AnyCall>>)[id]
  if (call === undefined) throw new Error(`There is no call of ${id}`)
  if (verb === 'delete') return call(seen)
  const given = { create: [body()], retrieve: [seen?.record.id], partialUpdate: [seen, patch] }
  return keep(call(...(given[verb as keyof typeof given] ?? [])))
}

const OTHERS: Readonly<Record<string, () => Promise<unknown>>> = {
  retrieveIndex: () => client.retrieveIndex(),
  batchMarketplaceArtworks: () =>
    all(
      client.batchMarketplaceArtworks([{ external_id: 'A-1', artwork: artwork() }], {
        dryRun: true,
        atomic: true,
      }),
    ),
  batchEvents: () => all(client.batchEvents([{ external_id: 'E-1', event: event() }])),
  updateEvent: () => keep(client.updateEvent(seen, event())),
  retrieveGalleryMembers: () => client.retrieveGalleryMembers(ids.gallery),
  acceptGalleryInvitation: () => client.acceptGalleryInvitation(ids.gallery),
  updateGalleryMembers: async () => {
    const gallery = await client.retrieveGallery(ids.gallery)
    return client.updateGalleryMembers(gallery, { members: [] })
  },
  retrieveMarketplaceArtworkChanges: () => client.retrieveMarketplaceArtworkChanges({ wait: 1 }),
  retrieveEventChanges: () => client.retrieveEventChanges({ include: 'record' }),
  retrieveEventRpde: () => client.retrieveEventRpde({ limit: 1 }),
  retrieveMarketplaceArtworkDigest: () => client.retrieveMarketplaceArtworkDigest({ from: 1 }),
  retrieveEventDigest: () => client.retrieveEventDigest(),
  retrieveMarketplaceArtworkFacets: () =>
    client.retrieveMarketplaceArtworkFacets({ category: '2' }),
  retrieveEventFacets: () => client.retrieveEventFacets({ when: 'upcoming' }),
  retrieveExchangeRates: () => client.retrieveExchangeRates(),
  importExchangeRates: () =>
    client.importExchangeRates('Date, USD, \n13 April 2026, 1.1684, \n', { allowJumps: true }),
  replaceWebhookSecret: () => client.replaceWebhookSecret(ids.webhook),
  pingWebhook: () => client.pingWebhook(ids.webhook),
  retrieveWebhookDeliveries: () => client.retrieveWebhookDeliveries(ids.webhook, { before: 99 }),
  redeliverWebhookMessage: () => client.redeliverWebhookMessage(ids.webhook),
  deleteExchangeRates: () => client.deleteExchangeRates('2026-04-13'),
}

const isList = (id: string): id is ListId => id.startsWith('list')

function listed(id: ListId, template: string): AsyncIterable<unknown> {
  const list = client[id] as (...given: unknown[]) => AsyncIterable<unknown>
  return list(...(template.includes('{') ? [PARENT_ID] : []), { limit: 1 })
}

it('calls every operation', async () => {
  for (const [id, { method, path: template }] of Object.entries(OPERATIONS)) {
    // A stream, for which the client has no call.
    if (id.endsWith('Snapshot')) continue
    test.proxy.inject()
    const call = isList(id) ? all<unknown>(listed(id, template)) : callOf(id)
    await expect(call, `${id}: see KINDS and OTHERS`).resolves.toSatisfy(
      (outcome) => method === 'delete' || outcome !== undefined,
    )
    const last = test.proxy.received.at(-1)
    expect([last?.method.toLowerCase(), last?.status], id).toEqual([
      method,
      expect.toSatisfy((status: number) => status >= 200 && status < 300),
    ])
    expect(last?.url, id).toMatch(
      new RegExp(`^/api/v1${template.replace(/\{\w+\}/, '[\\d-]+')}(\\?|$)`),
    )
  }
})

it('takes an artwork through a whole sale, then a batch through its results', async () => {
  test.proxy.inject()
  const created = await client.createMarketplaceArtwork({
    ...artwork(),
    price_display: 'show price',
    price: 2400,
    price_currency: 'CAD',
  })
  const read = await client.retrieveMarketplaceArtwork(created.record.id)
  const priced = await client.partialUpdateMarketplaceArtwork(read, { price: 2600 })
  const sold = await client.partialUpdateMarketplaceArtwork(priced, { available_for_sale: 'sold' })
  expect(sold.record).toMatchObject({ price: 2600, available_for_sale: 'sold' })
  const archive = { publish_status: 'archived' } as const
  const archived = await client.partialUpdateMarketplaceArtwork(sold, archive)
  expect(archived.record.publish_status).toBe('archived')
  const lines = ['Low Tide', ''].map((title, at) => ({
    external_id: `S-${at}`,
    artwork: { ...artwork(), title },
  }))
  expect(await all(client.batchMarketplaceArtworks(lines))).toMatchObject([
    { kind: 'result', external_id: 'S-0', status: 201 },
    { kind: 'result', status: 400, problem: { errors: [{ pointer: '/artwork/title' }] } },
    { kind: 'summary', created: 1, failed: 1, applied: true },
  ])
  await client.deleteMarketplaceArtwork(archived)
})
