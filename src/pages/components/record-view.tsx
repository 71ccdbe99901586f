import type { ComponentChildren, VNode } from 'preact'
import { Facts, type Fact } from './facts.tsx'
import { Layout, type Preview } from '../layout.tsx'
import { collectionPath } from '../site.ts'
import { sharedAddress } from './list-query.ts'
import { namesIn } from './search-field.tsx'
import { recordsIn, Sections } from './sections.tsx'
import { contentsText, isolatedText, titleText } from './text.tsx'
import type { ViewProps } from './view.ts'

/** The parts of a line of JSON: the text before a string value, the string, and the text after it. */
const LINE = /^(\s*(?:"[^"]*": )?")(.*)(",?\n?)$/s

/** In characters. An ordinary record has 5,000. Each takes two or three bytes of a page, which has 100 KB at most. */
const MAX_JSON = 20_000

const ACCEPT = `-H 'Accept: application/json'`

/** In double quotes, so that the shell inserts the key. No view ever shows a key. */
const AUTHORIZATION = '-H "Authorization: Bearer $KEY"'

interface RecordViewProps {
  readonly viewed: ViewProps<object>
  readonly title: string
  /** In the title of the page, what tells the record from others with its title. */
  readonly by?: readonly string[]
  /** The collection of the record: its path below the API, and its name. */
  readonly collection: readonly [path: string, name: string] | undefined
  /** Facts for the owner of the record rather than for visitors. */
  readonly facts?: readonly Fact[]
  readonly preview?: Omit<Preview, 'address'>
  readonly children: ComponentChildren
}

/** The layout of a record: breadcrumb, record, and the part for programs. */
export function RecordView(props: RecordViewProps): VNode {
  const { viewed, title, by = [], collection, facts = [], preview, children } = props
  const { body, site, url, parts } = viewed
  const fullTitle = [titleText(title), ...by].map(isolatedText).join(', ')
  const shown = recordsIn(parts)
  const description = preview?.description ?? contentsText(fullTitle, shown)
  return (
    <Layout
      site={site}
      title={fullTitle}
      name={titleText(title)}
      path={url.pathname}
      above={collection && [[collection[1], collectionPath(site, collection[0])]]}
      preview={{ address: sharedAddress(url), ...preview, description }}
      names={namesIn([body, ...shown])}
    >
      {children}
      <Sections viewed={viewed} />
      <ForPrograms viewed={viewed}>
        <Facts facts={facts} />
        <section class="json">
          <h2 id="json">This record as JSON</h2>
          <Json body={body} url={url} />
        </section>
      </ForPrograms>
    </Layout>
  )
}

/** The JSON of a record, unless it would be most of the page. */
function Json({ body, url }: Pick<ViewProps<object>, 'body' | 'url'>): VNode {
  const text = JSON.stringify(body, null, 2)
  if (text.length > MAX_JSON) {
    return (
      <p>
        It is too long for this page. <a href={jsonAddress(url)}>Get it as JSON.</a>
      </p>
    )
  }
  return (
    <pre data-copy="Copy the JSON" tabIndex={0} role="region" aria-labelledby="json">
      <JsonText text={text} />
    </pre>
  )
}

interface ForProgramsProps {
  readonly viewed: ViewProps<object>
  readonly children?: ComponentChildren
}

/** What visitors need not see, folded: `children`, and the request of this view as a command to copy. */
export function ForPrograms({ viewed, children }: ForProgramsProps): VNode {
  return (
    <details class="for-programs">
      <summary>{children === undefined ? 'The request' : 'The record and its request'}</summary>
      {children}
      <p>
        This page shows the response to this request, which{' '}
        <a href={jsonAddress(viewed.url)}>a program gets as JSON</a>.
        {viewed.isPrivate && (
          <>
            {' '}
            <code>KEY</code> is your API key.
          </>
        )}
      </p>
      <pre class="wrapped" data-copy="Copy the request">
        {curlLine(viewed)}
      </pre>
    </details>
  )
}

/** The URL of the same resource as JSON. */
function jsonAddress({ pathname, search }: URL): string {
  const query = new URLSearchParams(search)
  query.set('format', 'json')
  query.sort()
  return `${pathname}?${query.toString()}`
}

/** Indented JSON. Each string is isolated, so that bidirectional text does not reorder other text. */
export function JsonText({ text }: { readonly text: string }): VNode {
  const lines = text.split(/(?<=\n)/)
  return (
    <>
      {lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </>
  )
}

/** A line has at most one string value. */
function Line({ line }: { readonly line: string }): VNode {
  const [, before, text, after] = LINE.exec(line) ?? []
  if (!text) return <>{line}</>
  return (
    <>
      {before}
      <bdi>{text}</bdi>
      {after}
    </>
  )
}

/**
 * A curl command for a POSIX shell, quoted so that neither the shell nor curl interprets the URL. It uses the
 * shell variable KEY where the response needs an API key.
 */
export function curlLine({ url, isPrivate }: Pick<ViewProps<object>, 'url' | 'isPrivate'>): string {
  const headers = isPrivate ? [ACCEPT, AUTHORIZATION] : [ACCEPT]
  return ['curl', ...headers, quoted(withoutGlobs(url.href))].join(' ')
}

/** In single quotes only a single quote is special (POSIX, shell, section 2.2.2). */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** curl expands brackets and braces to several URLs, so they are percent-encoded. */
function withoutGlobs(url: string): string {
  return url.replaceAll(/[[\]{}]/g, encodeURIComponent)
}
