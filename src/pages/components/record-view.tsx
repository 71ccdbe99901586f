import type { ComponentChildren, VNode } from 'preact'
import { Layout } from '../layout.tsx'
import { collectionPath } from '../site.ts'
import { titleText } from './text.tsx'
import type { ViewProps } from './view.ts'

/** The parts of a line of JSON: the text before a string value, the string, and the text after it. */
const LINE = /^(\s*(?:"[^"]*": )?")(.*)(",?\n?)$/s

const ACCEPT = `-H 'Accept: application/json'`

/** In double quotes, so that the shell inserts the key. No view ever shows a key. */
const AUTHORIZATION = '-H "Authorization: Bearer $KEY"'

interface RecordViewProps {
  readonly viewed: ViewProps<object>
  readonly title: string
  /** The collection of the record: its path below the API, and its name. */
  readonly collection: readonly [path: string, name: string] | undefined
  readonly children: ComponentChildren
}

/** The layout of a record: breadcrumb, record, JSON, request. */
export function RecordView({ viewed, title, collection, children }: RecordViewProps): VNode {
  const { body, site, url } = viewed
  return (
    <Layout site={site} title={titleText(title)} path={url.pathname}>
      {collection && (
        <nav class="way-back" aria-label="Breadcrumb">
          <a href={collectionPath(site, collection[0])}>{collection[1]}</a>
        </nav>
      )}
      {children}
      <section class="json">
        <h2 id="json">This record as JSON</h2>
        <pre data-copy="Copy the JSON" tabIndex={0} role="region" aria-labelledby="json">
          <JsonText body={body} />
        </pre>
      </section>
      <RequestSection viewed={viewed} />
    </Layout>
  )
}

/** The request of this view as a command to copy. */
export function RequestSection({ viewed }: { readonly viewed: ViewProps<object> }): VNode {
  return (
    <section class="request" aria-labelledby="request">
      <h2 id="request">The request</h2>
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
    </section>
  )
}

/** The URL of the same resource as JSON. */
function jsonAddress({ pathname, search }: URL): string {
  const query = new URLSearchParams(search)
  query.set('format', 'json')
  query.sort()
  return `${pathname}?${query.toString()}`
}

/** A body as indented JSON. Each string is isolated, so that bidirectional text does not reorder other text. */
export function JsonText({ body }: { readonly body: object }): VNode {
  const lines = JSON.stringify(body, null, 2).split(/(?<=\n)/)
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
