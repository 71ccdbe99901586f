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

/** A list with drafts. @param valid and @param invalid queries. */
function listWithDrafts(path: string, valid: string, invalid: string): ResponseCases[string] {
  const list = () => ({ path })
  const drafts = ({ keys }: World) => ({
    path: `${path}?publish_status=draft`,
    headers: { authorization: keys.author },
  })
  return {
    ...casesOfGet(list),
    200: [
      { request: list },
      { request: () => ({ path: `${path}${valid}` }) },
      { request: () => ({ path: `${path}?offset=1000` }) },
      { request: drafts },
    ],
    401: [{ request: () => ({ path: `${path}?publish_status=archived` }) }, ...invalidKeys(list)],
    400: [{ request: () => ({ path: `${path}${invalid}` }) }],
  }
}

type IdOf = (world: World) => number

/** A record that may be a draft. @param invalid a query. */
function recordWithDrafts(
  path: string,
  idOf: IdOf,
  draftIdOf: IdOf,
  invalid: string,
): ResponseCases[string] {
  const request = (world: World) => ({ path: `${path}${idOf(world)}/` })
  const draft = (world: World) => ({ path: `${path}${draftIdOf(world)}/` })
  const ownDraft = (world: World) => ({
    ...draft(world),
    headers: { authorization: world.keys.author },
  })
  return {
    ...casesOfGet(request),
    200: [{ request }, { request: ownDraft }],
    401: invalidKeys(request),
    400: [{ request: (world) => ({ path: `${request(world).path}${invalid}` }) }],
    404: [
      { request: () => ({ path: `${path}2147483647/` }) },
      { request: () => ({ path: `${path}abc/` }) },
      { request: draft },
    ],
  }
}

const ARTWORKS = '/marketplace-artworks/'
const EVENTS = '/events/'

export const readsWithDrafts: ResponseCases = {
  listMarketplaceArtworks: listWithDrafts(
    ARTWORKS,
    '?format=api&ordering=-price&limit=1',
    '?limit=abc&odering=price',
  ),
  retrieveMarketplaceArtwork: recordWithDrafts(
    ARTWORKS,
    ({ artworkId }) => artworkId,
    ({ ownDraftArtworkId }) => ownDraftArtworkId,
    '?limit=1',
  ),
  listEvents: listWithDrafts(
    EVENTS,
    '?format=json&ordering=end_time&limit=1&offset=1',
    '?offset=-1&ordering=title',
  ),
  retrieveEvent: recordWithDrafts(
    EVENTS,
    ({ eventId }) => eventId,
    ({ ownDraftId }) => ownDraftId,
    '?format=html',
  ),
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
