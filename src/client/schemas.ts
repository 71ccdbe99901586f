import type { components } from '../../generated/v1.ts'

type Schemas = components['schemas']

/** Records of responses; the contract describes the fields. */
export type ApiKey = Schemas['ApiKey']
export type Artist = Schemas['Artist']
export type Artwork = Schemas['Artwork']
export type ArtworkCategory = Schemas['ArtworkCategory']
export type BatchResult = Schemas['BatchResult']
export type BatchSummary = Schemas['BatchSummary']
export type Event = Schemas['Event']
export type EventCategory = Schemas['EventCategory']
export type ExchangeRates = Schemas['ExchangeRates']
export type Gallery = Schemas['Gallery']
export type GalleryMembers = Schemas['GalleryMembers']
export type ApiIndex = Schemas['ApiIndex']
export type IssuedApiKey = Schemas['IssuedApiKey']
export type IssuedWebhook = Schemas['IssuedWebhook']
export type Problem = Schemas['Problem']
export type ProblemFault = Schemas['ProblemError']
export type RequestedDelivery = Schemas['RequestedDelivery']
export type ArtworkFacets = Schemas['ArtworkFacets']
export type EventFacets = Schemas['EventFacets']
export type SparseArtwork = Schemas['SparseArtwork']
export type SparseEvent = Schemas['SparseEvent']
export type Tag = Schemas['Tag']
export type Venue = Schemas['Venue']
export type Webhook = Schemas['Webhook']
export type WebhookDelivery = Schemas['WebhookDelivery']
export type WebhookLog = Schemas['WebhookLog']
export type WebhookMessage = Schemas['WebhookMessage']

/** Bodies of requests. */
export type ApiKeyInput = Schemas['ApiKeyInput']
export type ArtistInput = Schemas['ArtistInput']
export type ArtistPatch = Schemas['ArtistPatch']
export type ArtworkBatchLine = Schemas['ArtworkBatchLine']
export type ArtworkCategoryInput = Schemas['ArtworkCategoryInput']
export type ArtworkCategoryPatch = Schemas['ArtworkCategoryPatch']
export type ArtworkInput = Schemas['ArtworkInput']
export type ArtworkPatch = Schemas['ArtworkPatch']
export type EventBatchLine = Schemas['EventBatchLine']
export type EventCategoryInput = Schemas['EventCategoryInput']
export type EventCategoryPatch = Schemas['EventCategoryPatch']
export type EventInput = Schemas['EventInput']
export type EventPatch = Schemas['EventPatch']
export type GalleryInput = Schemas['GalleryInput']
export type GalleryMembersInput = Schemas['GalleryMembersInput']
export type GalleryPatch = Schemas['GalleryPatch']
export type TagInput = Schemas['TagInput']
export type TagPatch = Schemas['TagPatch']
export type VenueInput = Schemas['VenueInput']
export type VenuePatch = Schemas['VenuePatch']
export type WebhookInput = Schemas['WebhookInput']
export type WebhookPatch = Schemas['WebhookPatch']

/** The codes of the contract (`x-extensible-enum` of `Problem.code`). */
export type KnownProblemCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'idempotency_key_in_use'
  | 'invalid_transition'
  | 'record_in_use'
  | 'deliveries_waiting'
  | 'cursor_expired'
  | 'precondition_failed'
  | 'content_too_large'
  | 'uri_too_long'
  | 'expectation_failed'
  | 'unsupported_media_type'
  | 'unprocessable_content'
  | 'idempotency_key_reused'
  | 'precondition_required'
  | 'header_fields_too_large'
  | 'too_many_requests'
  | 'internal_error'
  | 'overloaded'
  | 'service_unavailable'

/** A later minor version may add codes, so any text is a code. */
export type ProblemCode = KnownProblemCode | (string & {})
