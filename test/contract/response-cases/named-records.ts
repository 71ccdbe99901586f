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
function recordAt(path: string, idIn: (world: World) => number): ResponseCases[string] {
  const request = (world: World) => ({ path: `${path}${idIn(world)}/` })
  return {
    ...casesOfGet(request),
    200: [{ request }],
    401: invalidKeys(request),
    400: [{ request: (world) => ({ path: `${request(world).path}?name=x` }) }],
    404: [
      { request: () => ({ path: `${path}2147483647/` }) },
      { request: () => ({ path: `${path}abc/` }) },
    ],
  }
}

const index = () => ({ path: '/' })

export const namedRecordCases: ResponseCases = {
  retrieveIndex: {
    ...casesOfGet(index),
    200: [{ request: index }, { request: () => ({ path: '/?format=api' }) }],
    400: [{ request: () => ({ path: '/?limit=1' }) }],
    401: invalidKeys(index),
    // It needs no database.
    503: [{ request: index, service: 'with overloaded operations' }],
  },
  listVenues: listAt('/venues/'),
  listEventCategories: listAt('/event-categories/'),
  listArtworkCategories: listAt('/artwork-categories/'),
  listArtists: listAt('/artists/'),
  listGalleries: listAt('/galleries/'),
  listTags: listAt('/tags/'),
  retrieveVenue: recordAt('/venues/', ({ venueId }) => venueId),
  retrieveArtist: recordAt('/artists/', ({ artistId }) => artistId),
  retrieveGallery: recordAt('/galleries/', ({ galleryId }) => galleryId),
}
