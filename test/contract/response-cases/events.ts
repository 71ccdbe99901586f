import { casesOfGet, invalidKeys, type ResponseCases, type World } from './response-case.ts'

const list = () => ({ path: '/events/' })
const drafts = ({ keys }: World) => ({
  path: '/events/?publish_status=draft',
  headers: { authorization: keys.author },
})
const ownDraft = ({ ownDraftId, keys }: World) => ({
  path: `/events/${ownDraftId}/`,
  headers: { authorization: keys.author },
})
const one = ({ eventId }: World) => ({ path: `/events/${eventId}/` })

export const eventCases: ResponseCases = {
  listEvents: {
    ...casesOfGet(list),
    200: [
      { request: list },
      { request: () => ({ path: '/events/?format=json&ordering=end_time&limit=1&offset=1' }) },
      { request: () => ({ path: '/events/?offset=1000' }) },
      { request: drafts },
    ],
    401: [{ request: () => ({ path: '/events/?publish_status=archived' }) }, ...invalidKeys(list)],
    400: [{ request: () => ({ path: '/events/?offset=-1&ordering=title' }) }],
  },
  retrieveEvent: {
    ...casesOfGet(one),
    200: [{ request: one }, { request: ownDraft }],
    401: [...invalidKeys(one)],
    400: [{ request: (world) => ({ path: `${one(world).path}?format=html` }) }],
    404: [
      { request: () => ({ path: '/events/2147483647/' }) },
      { request: () => ({ path: '/events/abc/' }) },
      { request: (world) => ({ path: ownDraft(world).path }) },
    ],
  },
}
