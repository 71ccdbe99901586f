import { apiRoot } from './contract/document.ts'
import type { Urls } from './contract/operation-types.ts'
import type { Pages } from './contract/pages.ts'
import { pageHeaders } from './pages/page-headers.ts'
import { Page, pageText, type Site } from './pages/page.tsx'

/** What people see of every operation that reads, and of every problem. */
export function createPages(urls: Urls): Pages {
  const prefix = new URL(urls.public).pathname.replace(/\/$/, '')
  const site: Site = { prefix, api: `${prefix}${apiRoot}` }
  return {
    headers: pageHeaders(urls.media),
    success: ({ body, operation, url }) =>
      pageText(
        <Page site={site} title={operation.summary} path={new URL(url).pathname}>
          <h1>{operation.summary}</h1>
          <pre>{JSON.stringify(body, null, 2)}</pre>
        </Page>,
      ),
    problem: ({ body, url }) =>
      pageText(
        <Page site={site} title={body.title} path={new URL(url).pathname}>
          <h1>{body.title}</h1>
          <p>{body.detail}</p>
        </Page>,
      ),
  }
}
