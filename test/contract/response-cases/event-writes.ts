import {
  commonCases,
  invalidKeys,
  type MakeRequest,
  type ResponseCase,
  type ResponseCases,
  type World,
} from './response-case.ts'
import {
  bodyCases,
  idempotencyCases,
  atPath,
  withBody,
  withFields,
  withHeaders,
  withQuery,
  written,
  type Base,
} from './writes.ts'

const own = ({ ownEventId }: World) => `/events/${ownEventId}/`
const event = ({ venueId }: World) => ({
  title: 'Northern Light',
  category: 1,
  venue: venueId,
  start_time: '2026-03-14T10:00:00+01:00',
  end_time: '2026-06-30T16:00:00Z',
})

/** Matches every version of the event. */
function unconditional(base: Base): Base {
  return (world) => {
    const sent = base(world)
    return { ...sent, headers: { ...sent.headers, 'if-match': '*' } }
  }
}

const post: Base = (world) => written(world, 'POST', '/events/', event(world))
const put = unconditional((world) => written(world, 'PUT', own(world), event(world)))
const patch = unconditional((world) => written(world, 'PATCH', own(world), { title: 'Late Light' }))
const remove = unconditional((world) => ({
  method: 'DELETE',
  path: own(world),
  headers: { authorization: world.keys.author },
}))

/** Of an event that no other case uses. */
const removeNew: MakeRequest = async (world, send) => {
  const { id } = (await send(post(world))).json()
  return { ...remove(world), path: `/events/${String(id)}/` }
}

/** Values that break a rule, alone or together. */
const brokenRules = (base: Base): ResponseCase[] => [
  withFields(base, { venue: 2147483647, category: 2147483647 }),
  withFields(base, { country: 'ZZ' }),
  withFields(base, { start_time: '2026-03-14T09:00:00Z', end_time: '2026-03-14T08:59:59Z' }),
]

/** The cases of the statuses that every change of a record documents. */
function changeCases(base: Base) {
  return {
    403: [
      withHeaders(base, ({ keys }) => ({ authorization: keys.painter })),
      withHeaders(base, ({ keys }) => ({ authorization: keys.another })),
    ],
    404: [
      atPath(base, () => '/events/2147483647/'),
      atPath(base, () => '/events/abc/'),
      atPath(base, ({ draftOfAnotherId }) => `/events/${draftOfAnotherId}/`),
    ],
    412: [
      withHeaders(base, () => ({ 'if-match': '"stale"' })),
      withHeaders(base, () => ({ 'if-match': 'W/"stale", "other"' })),
    ],
    428: [withHeaders(base, () => ({ 'if-match': undefined }))],
  } satisfies Record<number, readonly ResponseCase[]>
}

const unreadableTag = (base: Base) => withHeaders(base, () => ({ 'if-match': 'stale' }))
const posts = bodyCases(post, 'painter')
const namedPosts = idempotencyCases(post)
const puts = bodyCases(put, 'painter')
const patches = bodyCases(patch, 'painter')
// A deletion responds without a body, so it has no 406.
const { 406: _, ...deletions } = commonCases(remove)

export const eventWritingCases: ResponseCases = {
  createEvent: {
    ...posts,
    ...namedPosts,
    201: [{ request: post }, withFields(post, { publish_status: 'published' }), ...namedPosts[201]],
    400: [...posts[400], ...namedPosts[400]],
    422: [
      ...brokenRules(post),
      withFields(post, { publish_status: 'archived' }),
      ...namedPosts[422],
    ],
  },
  updateEvent: {
    ...puts,
    ...changeCases(put),
    200: [{ request: put }],
    400: [...puts[400], unreadableTag(put)],
    409: [withFields(put, { publish_status: 'draft' })],
    422: brokenRules(put),
  },
  partialUpdateEvent: {
    ...patches,
    ...changeCases(patch),
    200: [
      { request: patch },
      withBody(patch, '{}'),
      withHeaders(patch, () => ({ 'content-type': 'application/merge-patch+json' })),
    ],
    400: [...patches[400], unreadableTag(patch)],
    409: [withFields(patch, { publish_status: 'draft' })],
    422: [...brokenRules(patch), withFields(patch, { featured_image: { caption: 'Of nothing' } })],
  },
  deleteEvent: {
    ...deletions,
    ...changeCases(remove),
    204: [{ request: removeNew }],
    400: [withQuery(remove, 'format=json'), unreadableTag(remove)],
    401: [withHeaders(remove, () => ({ authorization: undefined })), ...invalidKeys(remove)],
  },
}
