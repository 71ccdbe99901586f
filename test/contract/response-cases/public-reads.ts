import { operations } from '../document.ts'
import { casesOfGet, invalidKeys, type ResponseCases, type World } from './response-case.ts'

/** These lists have the same parameters, so they have the same cases. */
function listAt(path: string): ResponseCases[string] {
  return {
    ...casesOfGet(() => ({ path })),
    200: [
      { request: () => ({ path }) },
      { request: () => ({ path: `${path}?format=api&limit=1&name=%C3%89&ordering=-name` }) },
      { request: () => ({ path: `${path}?offset=1000&ordering=-id` }) },
      { request: () => ({ path: `${path}?name=%25` }) },
    ],
    401: invalidKeys(() => ({ path })),
    400: [
      { request: () => ({ path: `${path}?name=&ordering=slug` }) },
      { request: () => ({ path: `${path}?name=${'x'.repeat(201)}` }) },
    ],
  }
}

/** A record by its id. */
function recordAt(template: string): ResponseCases[string] {
  const pathOf = (id: unknown) => template.replace('{id}', String(id))
  const request = ({ recordIds }: World) => ({ path: pathOf(recordIds[template]) })
  return {
    ...casesOfGet(request),
    200: [{ request }],
    401: invalidKeys(request),
    400: [{ request: (world) => ({ path: `${request(world).path}?name=x` }) }],
    404: [
      { request: () => ({ path: pathOf(2147483647) }) },
      { request: () => ({ path: pathOf('abc') }) },
    ],
  }
}

const index = () => ({ path: '/' })

export const indexCases: ResponseCases = {
  retrieveIndex: {
    ...casesOfGet(index),
    200: [{ request: index }, { request: () => ({ path: '/?format=api' }) }],
    400: [{ request: () => ({ path: '/?limit=1' }) }],
    401: invalidKeys(index),
    // It needs no database.
    503: [{ request: index, service: 'with overloaded operations' }],
  },
}

/** The cases of each GET that is not in `listed`: a list of named records, or a record by its id. */
export function otherReads(listed: ResponseCases): ResponseCases {
  return Object.fromEntries(
    operations
      .filter(({ id, method }) => method === 'GET' && listed[id] === undefined)
      .map(({ id, template }) => [
        id,
        template.endsWith('{id}/') ? recordAt(template) : listAt(template),
      ]),
  )
}
