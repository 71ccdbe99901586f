import { createClient, ProblemError } from 'art-marketplace-listing-service/client'

/**
 * Publishes an event at a venue: `node publish-an-event.js BASE_URL KEY TITLE VENUE CITY`. A second run within
 * 24 hours, for example after an interruption, creates nothing twice.
 */
const [baseUrl = '', key = '', title = '', venueName = '', city = ''] = process.argv.slice(2)
if (process.argv.length < 7) {
  console.error('Usage: node publish-an-event.js BASE_URL KEY TITLE VENUE CITY')
  process.exit(1)
}
const CATEGORY = 'Gallery Shows'
const client = createClient({ baseUrl, key })

try {
  const draft = await client.createEvent(
    {
      title,
      venue: await venueId(),
      category: await categoryId(),
      start_time: '2031-03-14T10:00:00+01:00',
      end_time: '2031-06-30T18:00:00+02:00',
    },
    { idempotencyKey: `publish ${encodeURIComponent(title)}` },
  )
  // Reads the event again after a change by another client.
  const { record } = await client.changeEvent(draft.record.id, () => ({
    publish_status: 'published',
  }))
  console.log(`Event ${record.id} is ${record.publish_status}: ${record.summary}`)
} catch (error) {
  if (!(error instanceof ProblemError)) throw error
  console.error(`${error.code}: ${error.detail}`)
  for (const { parameter, pointer, detail } of error.errors) {
    console.error(`  ${parameter ?? pointer}: ${detail}`)
  }
  process.exitCode = 1
}

/** The id of the venue with exactly this name and city, which is created if it does not exist. */
async function venueId(): Promise<number> {
  for await (const venue of client.listVenues({ name: venueName })) {
    if (venue.name === venueName && venue.city === city) return venue.id
  }
  const { record } = await client.createVenue({ name: venueName, city })
  return record.id
}

async function categoryId(): Promise<number> {
  for await (const { id, name } of client.listEventCategories({ name: CATEGORY })) {
    if (name === CATEGORY) return id
  }
  throw new Error(`There is no category ${CATEGORY}`)
}
