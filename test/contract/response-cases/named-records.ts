import { answersToGet, refusedKeys, type ResponseCases, type World } from './response-case.ts'

const venue = ({ venueId }: World) => ({ path: `/venues/${venueId}/` })

/** They take the same parameters, so they answer alike. */
function listAt(path: string): ResponseCases[string] {
  return {
    ...answersToGet(() => ({ path })),
    200: [
      { request: () => ({ path }) },
      { request: () => ({ path: `${path}?format=api&limit=1&name=%C3%89&ordering=-name` }) },
      { request: () => ({ path: `${path}?offset=1000&ordering=-id` }) },
      { request: () => ({ path: `${path}?name=%25` }) },
    ],
    401: refusedKeys(() => ({ path })),
    400: [
      { request: () => ({ path: `${path}?name=&ordering=slug` }) },
      { request: () => ({ path: `${path}?name=${'x'.repeat(201)}` }) },
    ],
  }
}

const index = () => ({ path: '/' })

export const namedRecordCases: ResponseCases = {
  retrieveIndex: {
    ...answersToGet(index),
    200: [{ request: index }, { request: () => ({ path: '/?format=api' }) }],
    400: [{ request: () => ({ path: '/?limit=1' }) }],
    401: refusedKeys(index),
    // It needs no database.
    503: [{ request: index, service: 'with refusing operations' }],
  },
  listVenues: listAt('/venues/'),
  listEventCategories: listAt('/event-categories/'),
  listArtworkCategories: listAt('/artwork-categories/'),
  listArtists: listAt('/artists/'),
  listGalleries: listAt('/galleries/'),
  listTags: listAt('/tags/'),
  retrieveVenue: {
    ...answersToGet(venue),
    200: [{ request: venue }],
    401: refusedKeys(venue),
    400: [{ request: (world) => ({ path: `${venue(world).path}?name=x` }) }],
    404: [
      { request: () => ({ path: '/venues/2147483647/' }) },
      { request: () => ({ path: '/venues/abc/' }) },
    ],
  },
}
