import { page, type Page, type PageRequest } from '../../src/list/page.ts'

/**
 * The part of an example page that a request asks for. The records are the example's, and `count` says
 * how many those are, so that whoever follows `next` comes to an end and has as many records as there
 * should be; the links are the request's.
 */
export function examplePage(example: Page<object>, request: PageRequest): Page<object> {
  const { limit, offset } = request
  const results = example.results.slice(offset, offset + limit)
  return page(request, example.results.length, results)
}
