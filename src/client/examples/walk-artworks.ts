import { createClient } from 'art-marketplace-listing-service/client'

/** Prints all published artworks, the most expensive first: `node walk-artworks.js BASE_URL` */
const [baseUrl] = process.argv.slice(2)
if (baseUrl === undefined) {
  console.error('Usage: node walk-artworks.js BASE_URL')
  process.exit(1)
}
const client = createClient({ baseUrl })

for await (const artwork of client.listMarketplaceArtworks({
  ordering: '-price_usd',
  limit: 100,
})) {
  const artists = artwork.artists.map(({ name }) => name).join(', ')
  const price = artwork.price_usd === null ? 'on request' : `${artwork.price_usd} USD`
  console.log(`${artwork.title} | ${artists} | ${artwork.gallery.name} | ${price}`)
}
