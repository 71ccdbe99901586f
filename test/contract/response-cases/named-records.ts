import { casesOfGet, invalidKeys, type ResponseCases, type World } from './response-case.ts'

const venue = ({ venueId }: World) => ({ path: `/venues/${venueId}/` })

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
  retrieveVenue: {
    ...casesOfGet(venue),
    200: [{ request: venue }],
    401: invalidKeys(venue),
    400: [{ request: (world) => ({ path: `${venue(world).path}?name=x` }) }],
    404: [
      { request: () => ({ path: '/venues/2147483647/' }) },
      { request: () => ({ path: '/venues/abc/' }) },
    ],
  },
}
