import { page, type Page, type PageRequest } from '../../src/list/page.ts'

/**
 * The part of an example page that a request asks for. The records are the example's, the links the
 * request's, and the page after the last record is empty and has no `next`: so whoever follows `next`
 * comes to an end, though `count` stays that of the example.
 */
export function examplePage(example: Page<object>, request: PageRequest): Page<object> {
  const { limit, offset } = request
  const results = example.results.slice(offset, offset + limit)
  const shown = page(request, example.count, results)
  return results.length === 0 ? { ...shown, next: null } : shown
}
