import { casesOfGet, invalidKeys, type ResponseCases, type World } from './response-case.ts'

const list = () => ({ path: '/marketplace-artworks/' })
const drafts = ({ keys }: World) => ({
  path: '/marketplace-artworks/?publish_status=draft',
  headers: { authorization: keys.author },
})
const ownDraft = ({ ownDraftArtworkId, keys }: World) => ({
  path: `/marketplace-artworks/${ownDraftArtworkId}/`,
  headers: { authorization: keys.author },
})
const one = ({ artworkId }: World) => ({ path: `/marketplace-artworks/${artworkId}/` })

export const artworkCases: ResponseCases = {
  listMarketplaceArtworks: {
    ...casesOfGet(list),
    200: [
      { request: list },
      { request: () => ({ path: '/marketplace-artworks/?format=api&ordering=-price&limit=1' }) },
      { request: () => ({ path: '/marketplace-artworks/?offset=1000' }) },
      { request: drafts },
    ],
    401: [
      { request: () => ({ path: '/marketplace-artworks/?publish_status=archived' }) },
      ...invalidKeys(list),
    ],
    400: [{ request: () => ({ path: '/marketplace-artworks/?limit=abc&odering=price' }) }],
  },
  retrieveMarketplaceArtwork: {
    ...casesOfGet(one),
    200: [{ request: one }, { request: ownDraft }],
    401: [...invalidKeys(one)],
    400: [{ request: (world) => ({ path: `${one(world).path}?limit=1` }) }],
    404: [
      { request: () => ({ path: '/marketplace-artworks/2147483647/' }) },
      { request: () => ({ path: '/marketplace-artworks/abc/' }) },
      { request: (world) => ({ path: ownDraft(world).path }) },
    ],
  },
}
