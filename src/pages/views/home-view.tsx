import type { VNode } from 'preact'
import { assetPaths } from '../assets.ts'
import { Layout } from '../layout.tsx'
import { collectionPath, type Site } from '../site.ts'

const COLLECTIONS = [
  ['marketplace-artworks', 'Artworks', 'What galleries offer for sale, with sizes and prices.'],
  ['events', 'Events', 'Gallery shows and fairs, with their dates and places.'],
  ['venues', 'Venues', 'Where events are held.'],
  ['artists', 'Artists', 'Who makes the artworks.'],
  ['galleries', 'Galleries', 'Who offers them.'],
  ['artwork-categories', 'Artwork categories', 'Paintings, prints and other kinds.'],
  ['event-categories', 'Event categories', 'Kinds of events.'],
  ['tags', 'Tags', 'Words that describe artworks.'],
  ['exchange-rates', 'Exchange rates', 'By which prices are converted.'],
] as const

/** The start page: what the service has, with links. */
export function HomeView({ site }: { readonly site: Site }): VNode {
  const { prefix } = site
  return (
    <Layout site={site} title={undefined} path={`${prefix}/`}>
      <div class="home">
        {/* A decoration without an alternative text. */}
        <img class="hero" src={assetPaths(prefix).hero} alt="" width="1200" height="340" />
        <h1>Artworks for sale, and where to see art</h1>
        <p class="lead">
          Works that galleries offer, and the shows and fairs where art can be seen. Programs get
          every page as JSON at the same address.
        </p>
        <h2>Browse</h2>
        <ul class="doors">
          {COLLECTIONS.map(([path, name, about]) => (
            <li key={path}>
              <a href={collectionPath(site, path)}>{name}</a>
              <p>{about}</p>
            </li>
          ))}
        </ul>
        <h2>For developers</h2>
        <ul class="doors">
          <li>
            <a href={`${prefix}/docs/guide`}>Partner guide</a>
            <p>Paging, keeping a copy in step, writing safely.</p>
          </li>
          <li>
            <a href={`${prefix}/docs`}>Reference</a>
            <p>Every operation, to be tried out.</p>
          </li>
          <li>
            <a href={`${prefix}/openapi/v1.yaml`}>The contract</a>
            <p>OpenAPI 3.1, to make a client of.</p>
          </li>
        </ul>
      </div>
    </Layout>
  )
}
