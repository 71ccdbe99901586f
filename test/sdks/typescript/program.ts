/**
 * A partner's typical session: lists pages, creates, publishes and replaces an event, creates an artwork, deletes the
 * event; some requests are rejected, and one record has an unknown enum value. Another artwork has the life of
 * steps.ts. It fails at the first deviation.
 */
export const PROGRAM = `
  import type { Received, Place } from './partner.ts'
  import {
    connect, words, type Artwork, type ArtworkInput, type ArtworkPatch, type BatchResult,
    type BatchSummary, type EventInput, type EventPatch, type Problem,
  } from './usage.ts'

  // Does not compile if a generator omits or adds a null.
  type Nullable<Of, Key extends keyof Of> = null extends Of[Key] ? true : false
  export const nullable: [
    Nullable<Artwork, 'author'>, Nullable<Artwork, 'price_eur'>, Nullable<Artwork, 'title'>,
    Nullable<EventInput, 'featured_image'>, Nullable<EventInput, 'title'>,
    Nullable<EventPatch, 'content'>, Nullable<EventPatch, 'venue'>,
  ] = [true, true, false, true, false, true, false]

  const [address = '', key = '', unknownWordsArtwork = ''] = process.argv.slice(2)
  const partner = connect(address, key)
  const anonymous = connect(address)

  const page = dataOf(await anonymous.listMarketplaceArtworks({ limit: 2 }), 200)
  const following = await anonymous.listMarketplaceArtworks(placeOf(page.next))
  const artworks = [...page.results, ...dataOf(following, 200).results]
  same('the number of artworks', new Set(artworks.map(({ id }) => id)).size, 4)
  const dates = artworks.map(({ order_date }) => order_date)
  same('the order', dates.join(), dates.toSorted().toReversed().join())
  for (const { title, author, artists, gallery, price_eur } of artworks) {
    const names = artists.map(({ name, featured_image }) => featured_image?.alt_text ?? name)
    const by: string = author?.username ?? gallery.owner.username
    const line = [title.toUpperCase(), names.join(), by, price_eur?.padStart(10)].join(' ')
    if (by === '' || !line.includes(title.toUpperCase())) throw new Error('No artwork: ' + line)
  }
  const listed = firstOf(artworks)
  const alone = dataOf(await anonymous.retrieveMarketplaceArtwork(listed.id), 200)
  same('the artwork', [alone.id, alone.slug].join(), [listed.id, listed.slug].join())

  const greedy = await anonymous.listMarketplaceArtworks({ limit: 1000 })
  const { errors = [] } = rejected(greedy, 400, 'invalid_request')
  same('the parameter at fault', firstOf(errors).parameter, 'limit')

  const artworkWithUnknownWords = dataOf(await anonymous.retrieveMarketplaceArtwork(Number(unknownWordsArtwork)), 200)
  const known = ['available', 'reserved', 'sold', 'not for sale', 'centimeter', 'inch']
  const { available_for_sale, units } = artworkWithUnknownWords
  same('a known word', known.includes(available_for_sale) || known.includes(units), false)

  firstOf(dataOf(await partner.listVenues(), 200).results)
  const category = firstOf(dataOf(await partner.listEventCategories(), 200).results)
  const gallery = firstOf(dataOf(await partner.listGalleries(), 200).results)

  const venue = dataOf(await partner.createVenue({ name: 'Kunsthal Nord', country: 'DK' }), 201)
  same('the venue', venue.name, 'Kunsthal Nord')

  const event: EventInput = {
    title: 'Northern Light',
    category: category.id,
    venue: venue.id,
    start_time: '2026-03-14T09:00:00Z',
    end_time: '2026-06-30T16:00:00Z',
  }
  const idempotencyKey = crypto.randomUUID()
  const { id, publish_status } = dataOf(await partner.createEvent(event, idempotencyKey), 201)
  same('the state of a new event', publish_status, 'draft')
  same('a repeated event', dataOf(await partner.createEvent(event, idempotencyKey), 201).id, id)
  rejected(await anonymous.retrieveEvent(id), 404, 'not_found')

  const draft = await partner.retrieveEvent(id)
  const publish: EventPatch = { publish_status: words.published, featured_image: null }
  const published = await partner.partialUpdateEvent(id, publish, etagOf(draft))
  same('the state of the event', dataOf(published, 200).publish_status, 'published')
  same('the title for all', dataOf(await anonymous.retrieveEvent(id), 200).title, event.title)

  const late = await partner.partialUpdateEvent(id, { title: 'Too late' }, etagOf(draft))
  rejected(late, 412, 'precondition_failed')

  const other: EventInput = { ...event, title: 'Southern Light', content: null }
  const replaced = await partner.updateEvent(id, other, etagOf(published))
  same('the title', dataOf(replaced, 200).title, 'Southern Light')
  same('the venue of the event', dataOf(replaced, 200).venue.id, venue.id)

  const artwork: ArtworkInput = {
    title: 'Harbour at Dusk',
    artists: [],
    gallery: gallery.id,
    category: 1,
    units: words.centimeter,
    price_display: words.showPrice,
    price: 2400,
    price_currency: words.CAD,
  }
  const { price_usd, price_eur } = dataOf(await partner.createMarketplaceArtwork(artwork), 201)
  if (price_usd === null || price_usd <= 0) throw new Error('price_usd is ' + price_usd)
  if (price_eur === null || !/^\\d+\\.\\d\\d$/.test(price_eur)) throw new Error('price_eur is ' + price_eur)

  same('the deletion', (await partner.deleteEvent(id, etagOf(replaced))).status, 204)
  rejected(await partner.retrieveEvent(id), 404, 'not_found')

  const artist = await partner.createArtist({ name: 'Ines Falk' })
  const quayside = { name: 'Quayside Editions', city: 'Bristol' }
  const owned = dataOf(await partner.createGallery(quayside), 201)
  const tag = await partner.createTag({ name: 'moonlight ' + crypto.randomUUID() })
  const opened = await partner.retrieveGallery(owned.id)
  same('the city', dataOf(opened, 200).city, 'Bristol')

  const artists = [dataOf(artist, 201).id]
  const tags = [dataOf(tag, 201).id]
  const work: ArtworkInput = { ...artwork, gallery: owned.id, artists, tags }
  const submitted = await partner.createMarketplaceArtwork(work)
  const workId = dataOf(submitted, 201).id
  const dearer: ArtworkPatch = { price: 2600 }
  const priced = await partner.partialUpdateMarketplaceArtwork(workId, dearer, etagOf(submitted))
  same('the price', dataOf(priced, 200).price, 2600)
  const bought: ArtworkPatch = { available_for_sale: words.sold }
  const sold = await partner.partialUpdateMarketplaceArtwork(workId, bought, etagOf(priced))
  same('the sale', dataOf(sold, 200).available_for_sale, 'sold')
  const read = dataOf(await anonymous.retrieveMarketplaceArtwork(workId), 200)
  same('the artist', read.artists.map(({ name }) => name).join(), 'Ines Falk')
  same('the price and the sale', [read.price, read.available_for_sale].join(), '2600,sold')

  const lines = [{ ...work, title: 'Low Tide' }, { ...work, title: '' }].map((artwork, at) =>
    JSON.stringify({ external_id: 'Batch ' + at, artwork }),
  )
  const batch = await partner.batchMarketplaceArtworks?.(lines.join('\\n'))
  if (batch !== undefined) {
    // In this order: two results and the summary.
    const received = dataOf(batch, 200).trimEnd().split('\\n').map((line) => JSON.parse(line) as unknown)
    const [good, wrong, end] = received as [BatchResult, BatchResult, BatchSummary]
    same('the kinds', [good.kind, wrong.kind, end.kind].join(), 'result,result,summary')
    same('the good line', [good.external_id, good.status].join(), 'Batch 0,201')
    same('the wrong line', [wrong.status, wrong.problem?.code].join(), '400,invalid_request')
    same('the place', firstOf(wrong.problem?.errors ?? []).pointer, '/artwork/title')
    same('the summary', [end.created, end.failed, end.applied].join(), '1,1,false')
  }

  rejected(await partner.deleteGallery(owned.id, etagOf(opened)), 409, 'record_in_use')
  const deletions = [
    await partner.deleteMarketplaceArtwork(workId, etagOf(sold)),
    await partner.deleteGallery(owned.id, etagOf(opened)),
    await partner.deleteTag(dataOf(tag, 201).id, etagOf(tag)),
    await partner.deleteArtist(dataOf(artist, 201).id, etagOf(artist)),
  ]
  same('the deletions', deletions.map(({ status }) => status).join(), '204,204,204,204')

  function dataOf<Data>({ status, data, problem }: Received<Data>, wanted: number): Data {
    if (status === wanted && data != null) return data
    throw new Error('Not ' + wanted + ' but ' + status + ': ' + JSON.stringify(problem ?? data))
  }

  function rejected({ status, problem, data }: Received<unknown>, wanted: number, code: string): Problem {
    if (problem === undefined) throw new Error('Not rejected: ' + status + ' ' + JSON.stringify(data))
    same('the status', status, wanted)
    same('the status of the problem', problem.status, wanted)
    same('the code of the problem', problem.code, code)
    same('the type of the problem', problem.type.split('/').at(-1), code)
    if (problem.detail === '') throw new Error('The problem has no detail')
    return problem
  }

  function etagOf({ headers }: Received<unknown>): string {
    const etag = headers.get('ETag')
    if (etag === null) throw new Error('There is no ETag')
    return etag
  }

  function placeOf(link: string | null): Place {
    const query = new URL(link ?? 'none:').searchParams
    return { limit: Number(query.get('limit')), offset: Number(query.get('offset')) }
  }

  function firstOf<Item>([item]: Item[]): Item {
    if (item === undefined) throw new Error('The list is empty')
    return item
  }

  function same<Value>(what: string, actual: Value, wanted: Value): void {
    if (actual !== wanted) throw new Error(what + ' is ' + actual + ' and not ' + wanted)
  }
`
