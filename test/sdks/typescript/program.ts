/**
 * What a partner does, once, in the order of a day: looks around, page by page, enters an event,
 * publishes it, replaces it, submits an artwork, takes the event away; it errs here and there, and
 * meets a word that is new to it. It ends at the first surprise.
 */
export const PROGRAM = `
  import type { Answer, Place } from './partner.ts'
  import {
    connect, words, type Artwork, type ArtworkInput, type EventInput, type EventPatch,
    type Problem,
  } from './usage.ts'

  // Does not compile where a generator has lost a null, or made one up.
  type Nullable<Of, Key extends keyof Of> = null extends Of[Key] ? true : false
  export const nullable: [
    Nullable<Artwork, 'author'>, Nullable<Artwork, 'price_eur'>, Nullable<Artwork, 'title'>,
    Nullable<EventInput, 'featured_image'>, Nullable<EventInput, 'title'>,
    Nullable<EventPatch, 'content'>, Nullable<EventPatch, 'venue'>,
  ] = [true, true, false, true, false, true, false]

  const [address = '', key = '', strangeArtwork = ''] = process.argv.slice(2)
  const partner = connect(address, key)
  const stranger = connect(address)

  const page = taken(await stranger.listMarketplaceArtworks({ limit: 2 }), 200)
  const following = await stranger.listMarketplaceArtworks(placeOf(page.next))
  const artworks = [...page.results, ...taken(following, 200).results]
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
  const alone = taken(await stranger.retrieveMarketplaceArtwork(listed.id), 200)
  same('the artwork', [alone.id, alone.slug].join(), [listed.id, listed.slug].join())

  const greedy = await stranger.listMarketplaceArtworks({ limit: 1000 })
  const { errors = [] } = refused(greedy, 400, 'invalid_request')
  same('the parameter at fault', firstOf(errors).parameter, 'limit')

  const strange = taken(await stranger.retrieveMarketplaceArtwork(Number(strangeArtwork)), 200)
  const known = ['available', 'reserved', 'sold', 'not for sale', 'centimeter', 'inch']
  const { available_for_sale, units } = strange
  same('a known word', known.includes(available_for_sale) || known.includes(units), false)

  firstOf(taken(await partner.listVenues(), 200).results)
  const category = firstOf(taken(await partner.listEventCategories(), 200).results)
  const gallery = firstOf(taken(await partner.listGalleries(), 200).results)

  const venue = taken(await partner.createVenue({ name: 'Kunsthal Nord', country: 'DK' }), 201)
  same('the venue', venue.name, 'Kunsthal Nord')

  const event: EventInput = {
    title: 'Northern Light',
    category: category.id,
    venue: venue.id,
    start_time: '2026-03-14T09:00:00Z',
    end_time: '2026-06-30T16:00:00Z',
  }
  const idempotencyKey = crypto.randomUUID()
  const { id, publish_status } = taken(await partner.createEvent(event, idempotencyKey), 201)
  same('the state of a new event', publish_status, 'draft')
  same('a repeated event', taken(await partner.createEvent(event, idempotencyKey), 201).id, id)
  refused(await stranger.retrieveEvent(id), 404, 'not_found')

  const draft = await partner.retrieveEvent(id)
  const publish: EventPatch = { publish_status: words.published, featured_image: null }
  const published = await partner.partialUpdateEvent(id, publish, etagOf(draft))
  same('the state of the event', taken(published, 200).publish_status, 'published')
  same('the title for all', taken(await stranger.retrieveEvent(id), 200).title, event.title)

  const late = await partner.partialUpdateEvent(id, { title: 'Too late' }, etagOf(draft))
  refused(late, 412, 'precondition_failed')

  const other: EventInput = { ...event, title: 'Southern Light', content: null }
  const replaced = await partner.updateEvent(id, other, etagOf(published))
  same('the title', taken(replaced, 200).title, 'Southern Light')
  same('the venue of the event', taken(replaced, 200).venue.id, venue.id)

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
  const { price_usd, price_eur } = taken(await partner.createMarketplaceArtwork(artwork), 201)
  if (price_usd === null || price_usd <= 0) throw new Error('price_usd is ' + price_usd)
  if (price_eur === null || !/^\\d+\\.\\d\\d$/.test(price_eur)) throw new Error('price_eur is ' + price_eur)

  same('the deletion', (await partner.deleteEvent(id, etagOf(replaced))).status, 204)
  refused(await partner.retrieveEvent(id), 404, 'not_found')

  function taken<Data>({ status, data, problem }: Answer<Data>, wanted: number): Data {
    if (status === wanted && data != null) return data
    throw new Error('Not ' + wanted + ' but ' + status + ': ' + JSON.stringify(problem ?? data))
  }

  function refused({ status, problem, data }: Answer<unknown>, wanted: number, code: string): Problem {
    if (problem === undefined) throw new Error('Not refused: ' + status + ' ' + JSON.stringify(data))
    same('the status', status, wanted)
    same('the status of the problem', problem.status, wanted)
    same('the code of the problem', problem.code, code)
    same('the type of the problem', problem.type.split('/').at(-1), code)
    if (problem.detail === '') throw new Error('The problem says nothing')
    return problem
  }

  function etagOf({ headers }: Answer<unknown>): string {
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
