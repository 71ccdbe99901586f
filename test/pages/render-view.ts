import type { ReadId } from '../../src/pages/components/view.ts'
import { contract } from '../../src/contract/document.ts'
import { createHtmlViews } from '../../src/pages/views.tsx'

export const PUBLIC = 'https://art.example'

const URLS = { public: PUBLIC, media: 'https://media.example' }
const views = createHtmlViews(URLS)

/** The default view for each operation. */
export const defaultViews = createHtmlViews(URLS, { overrides: {}, pages: {} })

const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods))

/** The HTML of a response to `path`, which is below /api/v1. */
export function renderView(
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
