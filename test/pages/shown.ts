import type { ReadId } from '../../src/pages/components/view.ts'
import { contract } from '../../src/contract/document.ts'
import { createHtmlViews } from '../../src/pages/views.tsx'

/** Of the service that the pages below are of. */
export const PUBLIC = 'https://art.example'

const URLS = { public: PUBLIC, media: 'https://media.example' }
const views = createHtmlViews(URLS)

/** Without a view of any operation. */
export const defaultViews = createHtmlViews(URLS, {})

const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods))

/** The page of a body, as it would be answered to a request for `path`, which is below /api/v1. */
export function shown(
  id: ReadId,
  body: object,
  path: string,
  isPrivate = false,
  by = views,
): string {
  const operation = operations.find(({ operationId }) => operationId === id)
  if (operation === undefined) throw new Error(`The contract has no ${id}`)
  return by.success({ body, operation, url: `${PUBLIC}/api/v1${path}`, isPrivate })
}
