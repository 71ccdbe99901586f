// What a partner does first, in plain JavaScript: a page of events, a missing one, and a creation.
import { createClient, ProblemError } from 'art-marketplace-listing-service/client'

const [baseUrl = ''] = process.argv.slice(2)
const client = createClient({ baseUrl, key: `amk_${'0'.repeat(43)}` })

const ids = new Set()
for await (const { id } of client.listEvents({ limit: 7 })) ids.add(id)
const { record } = await client.createTag({ name: 'Seascape' })
const code = await client.retrieveEvent(-1).catch((error) => {
  if (!(error instanceof ProblemError)) throw error
  return error.code
})
console.log(JSON.stringify([ids.size, record.name, code]))
