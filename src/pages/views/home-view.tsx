import { numberFormat } from '../components/formatting.tsx'
import type { VNode } from 'preact'
import { assetPaths } from '../assets.ts'
import { namesIn } from '../components/search-field.tsx'
import { recordsIn, Sections } from '../components/sections.tsx'
import { RecordLink } from '../components/text.tsx'
import type { ViewProps } from '../components/view.ts'
import { Layout } from '../layout.tsx'
import type { Overview } from '../parts.ts'
import { collectionPath, type Site } from '../site.ts'
import { previewPicture } from './default-record-view.tsx'

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

const ABOUT =
  'Works that galleries offer, and the shows and fairs where art can be seen. Programs get every page as JSON at the same address.'

/** The start page: what the service has, with pictures and links. */
export function HomeView(viewed: ViewProps<object>): VNode {
  const { site, parts, pictures } = viewed
  const { prefix } = site
  const records = recordsIn(parts)
  return (
    <Layout
      site={site}
      title={undefined}
      path={`${prefix}/`}
      preview={{
        address: `${prefix}/`,
        description: ABOUT,
        picture: previewPicture(records, pictures),
      }}
      names={namesIn(records)}
    >
      {/* A decoration without an alternative text. */}
      <img class="hero" src={assetPaths(prefix).hero} alt="" width="1200" height="340" />
      <h1>Artworks for sale, and where to see art</h1>
      <p class="lead">{ABOUT}</p>
      {parts?.overview && <Kinds site={site} overview={parts.overview} />}
      <Sections viewed={viewed} />
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
    </Layout>
  )
}

interface KindsProps {
  readonly site: Site
  readonly overview: Overview
}

/** How many artworks and events there are, each with links to their categories. */
function Kinds({ site, overview: { counts, categories } }: KindsProps): VNode {
  return (
    <dl class="kinds">
      <dt>{countText(counts.artworks, 'artwork')}</dt>
      <dd>
        <Categories site={site} collection="artwork-categories" named={categories.artworks} />
      </dd>
      <dt>{countText(counts.events, 'event')}</dt>
      <dd>
        <Categories site={site} collection="event-categories" named={categories.events} />
      </dd>
    </dl>
  )
}

/** `20,000 artworks` */
function countText(count: number, noun: string): string {
  return `${numberFormat.format(count)} ${noun}${count === 1 ? '' : 's'}`
}

interface CategoriesProps {
  readonly site: Site
  readonly collection: string
  readonly named: Overview['categories']['artworks']
}

function Categories({ site, collection, named: { count, results } }: CategoriesProps): VNode {
  return (
    <ul class="tags">
      {results.map((record) => (
        <li key={record.id}>
          <RecordLink site={site} collection={collection} record={record} />
        </li>
      ))}
      {count > results.length && (
        <li>
          <a href={collectionPath(site, collection)}>All {numberFormat.format(count)} categories</a>
        </li>
      )}
    </ul>
  )
}
