import type { ComponentChildren, VNode } from 'preact'
import { Layout } from '../layout.tsx'
import { collectionPath } from '../site.ts'
import { titleText } from './text.tsx'
import type { ViewProps } from './view.ts'

/** What stands before the text of a line, the text, and what ends it. */
const LINE = /^(\s*(?:"[^"]*": )?")(.*)(",?\n?)$/s

const ACCEPT = `-H 'Accept: application/json'`

/** Between double quotes, where the shell puts in the key: no page ever shows one. */
const AUTHORIZATION = '-H "Authorization: Bearer $KEY"'

interface RecordViewProps {
  readonly viewed: ViewProps<object>
  readonly title: string
  /** The collection of the record: its path below the API, and its name. */
  readonly collection: readonly [path: string, name: string] | undefined
  readonly children: ComponentChildren
}

/** The frame of every view of a record: breadcrumb, record, JSON, request. */
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

/** The request that a program sends for what a page shows, ready to copy. */
export function RequestSection({ viewed }: { readonly viewed: ViewProps<object> }): VNode {
  return (
    <section class="request" aria-labelledby="request">
      <h2 id="request">The request</h2>
      <p>
        What stands here is the answer to this request, which{' '}
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

/** Of the same representation, for whoever asks for JSON or for anything. */
function jsonAddress({ pathname, search }: URL): string {
  const query = new URLSearchParams(search)
  query.set('format', 'json')
  query.sort()
  return `${pathname}?${query.toString()}`
}

/** A body as indented JSON, in which no text turns around what stands beside it. */
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

/** A line has one text at most. */
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
 * A shell command that sends the request: quoted for a POSIX shell, nothing in it means more to curl.
 * With the shell's variable KEY where the answer takes an API key.
 */
export function curlLine({ url, isPrivate }: Pick<ViewProps<object>, 'url' | 'isPrivate'>): string {
  const headers = isPrivate ? [ACCEPT, AUTHORIZATION] : [ACCEPT]
  return ['curl', ...headers, quoted(withoutGlobs(url.href))].join(' ')
}

/** Between single quotes only the single quote itself ends the text (POSIX, shell, section 2.2.2). */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** curl asks for several addresses where it finds brackets or braces, so they are percent-encoded. */
function withoutGlobs(url: string): string {
  return url.replaceAll(/[[\]{}]/g, (sign) => encodeURIComponent(sign))
}
