import type { ComponentChildren, VNode } from 'preact'
import type { Operation } from '../../contract/document.ts'
import { RecordPicture, type PictureProps } from '../components/card.tsx'
import { Facts, type Fact } from '../components/facts.tsx'
import { humanize, Moment, monthText, numberFormat } from '../components/formatting.tsx'
import { NestedListLinks } from '../components/nested-lists.tsx'
import { RecordView } from '../components/record-view.tsx'
import { Isolated, isolatedText, IsolatedList, titleText, WebLink } from '../components/text.tsx'
import type { ViewProps } from '../components/view.ts'
import type { Pictures } from '../pictures.ts'

/** A record of any list of the contract. Its other fields differ between lists. */
export interface AnyRecord {
  readonly id?: number
}

/** Fields that the view shows elsewhere, or that only programs use. */
const NO_FACTS = new Set([
  'id',
  'slug',
  'name',
  'title',
  'hint',
  'summary',
  'description',
  'caption',
  'featured_image',
  'image',
  'has_artworks',
])

/** Facts about the record and for its editors, which visitors find folded with the JSON. */
const RECORD_FACTS = new Set([
  'created_at',
  'updated_at',
  'meta_description',
  'tooltip',
  'editor_notes',
])

/** Visitors' words for fields. */
const LABELS: Readonly<Record<string, string>> = {
  created_at: 'Added',
  updated_at: 'Changed',
  registered_since: 'Here since',
  total_artworks: 'Artworks',
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Responses have placeholders for personal data: `<NAME>`. */
const PLACEHOLDER = /^<[A-Z]+>$/

/** The view of a record that has no view of its own: its picture, its texts and its fields by name. */
export function DefaultRecordView(viewed: ViewProps<AnyRecord>): VNode {
  const { body: record, operation, pictures } = viewed
  const { summary, description, caption } = record as Readonly<Record<string, unknown>>
  const isRecordFact = ([field]: Field) => RECORD_FACTS.has(field)
  const fields = Object.entries(record).filter(([field]) => !NO_FACTS.has(field))
  const title = recordTitle(record, operation)
  const picture = pictureOf(record, pictures, 'full_size_webp')
  return (
    <RecordView
      viewed={viewed}
      title={title}
      collection={viewedCollection(viewed)}
      facts={fields.filter(isRecordFact).map(factOf)}
      preview={{
        description: [summary, description]
          .filter((text) => typeof text === 'string')
          .find(Boolean),
        picture: previewPicture([record], pictures),
      }}
    >
      <article class="record">
        {picture && <RecordPicture {...picture} />}
        <div class="about">
          <header>
            <h1>{titleText(title)}</h1>
          </header>
          {[summary, description, caption].map(
            (text) => typeof text === 'string' && text !== '' && <p class="text">{text}</p>,
          )}
          <Facts facts={fields.filter((field) => !isRecordFact(field)).map(factOf)} />
          <NestedListLinks viewed={viewed} />
        </div>
      </article>
    </RecordView>
  )
}

/** The path of the collection below the API and its title; undefined outside of collections. */
export function viewedCollection(
  viewed: ViewProps<object>,
): [path: string, title: string] | undefined {
  const path = viewed.url.pathname.slice(viewed.site.api.length).split('/')[1]
  const [title = viewed.operation.summary] = viewed.operation.tags
  return path ? [path, title] : undefined
}

/** The name, the title or the hint of a record, or else what the summary of the operation retrieves: `Changes of events`. */
export function recordTitle(record: AnyRecord, { summary }: Operation): string {
  const { name, title, hint } = record as Readonly<Record<string, unknown>>
  const retrieved = humanize(summary.replace(/^Retrieve (?:(?:an?|the) )?/, ''))
  return [name, title, hint].find((text) => typeof text === 'string') ?? retrieved
}

type Field = readonly [name: string, value: unknown]

/** The picture of a record: one address, or an address for each rendition. */
export function pictureOf(
  record: AnyRecord,
  pictures: Pictures,
  rendition: string,
): PictureProps | undefined {
  const { name = 'the record', image: own, featured_image } = record as PicturedRecord
  const image = featured_image?.image ?? own
  const src = typeof image === 'object' ? (image?.[rendition] ?? image?.['full_size']) : image
  if (!src) return undefined
  return { src, alt: featured_image?.alt_text || `Picture of ${isolatedText(name)}`, pictures }
}

/** The URL of the first picture of some records, in full size: other sites show it beside a link. */
export function previewPicture(
  records: readonly AnyRecord[],
  pictures: Pictures,
): string | undefined {
  const urls = records.map((record) => pictureOf(record, pictures, 'full_size')?.src)
  return urls.find((url) => url !== undefined && !pictures.isPlaceholder(url))
}

interface PicturedRecord {
  readonly name?: string
  /** The picture of a category. */
  readonly image?: string | null
  readonly featured_image?: {
    readonly image: string | Readonly<Record<string, string>>
    readonly alt_text: string
  } | null
}

function factOf([field, value]: Field): Fact {
  const isMonth = field === 'registered_since' && typeof value === 'string'
  return [LABELS[field] ?? humanize(field), isMonth ? monthText(value) : valueOf(value)]
}

/** Nothing for a value that is false, empty or without a short form; the JSON below shows it. */
function valueOf(value: unknown): ComponentChildren {
  if (typeof value === 'boolean') return value && 'yes'
  if (typeof value === 'number') return numberFormat.format(value)
  if (typeof value === 'string') return textValue(value)
  const names = [value].flat().map((item) => (item as { name?: unknown } | null)?.name)
  const texts = names.filter((name) => typeof name === 'string' && name !== '') as string[]
  return texts.length > 0 ? <IsolatedList texts={texts} /> : null
}

function textValue(text: string): ComponentChildren {
  if (text === '' || PLACEHOLDER.test(text)) return null
  if (TIMESTAMP.test(text)) return <Moment at={text} />
  return /^https?:/i.test(text) ? <WebLink url={text}>{text}</WebLink> : <Isolated>{text}</Isolated>
}
