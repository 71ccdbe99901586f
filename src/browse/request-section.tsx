import type { VNode } from 'preact'
import { curlLine } from './curl-line.ts'
import type { ViewProps } from './view.ts'

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
