import type { ResponseCases } from './response-case.ts'
import { bodyCases, idempotencyCases, withFields, written, type Base } from './writes.ts'

const post: Base = (world) =>
  written(world, 'POST', '/venues/', { name: 'Kunsthal Nord', city: 'Aarhus', country: 'DK' })

const posts = bodyCases(post, 'painter')
const named = idempotencyCases(post)

export const venueWritingCases: ResponseCases = {
  createVenue: {
    ...posts,
    ...named,
    201: [{ request: post }, withFields(post, { country: '', geolocation: '' }), ...named[201]],
    400: [...posts[400], ...named[400]],
    422: [withFields(post, { country: 'EU' }), ...named[422]],
  },
}
