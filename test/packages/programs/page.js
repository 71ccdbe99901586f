// In a browser: `?` is followed by the base URL.
import { createClient } from 'art-marketplace-listing-service/client'

const client = createClient({ baseUrl: location.search.slice(1) })
for await (const { title } of client.listEvents({ limit: 7 })) {
  const item = document.createElement('li')
  item.textContent = title
  document.querySelector('#events').append(item)
}
document.title = 'All events'
