import type { components } from '../../generated/v1.ts'

type Schemas = components['schemas']

/** Records of responses; the contract describes the fields. */
export type Artist = Schemas['Artist']
export type Artwork = Schemas['Artwork']
export type ArtworkCategory = Schemas['ArtworkCategory']
export type Event = Schemas['Event']
export type EventCategory = Schemas['EventCategory']
export type Gallery = Schemas['Gallery']
export type ApiIndex = Schemas['ApiIndex']
export type Problem = Schemas['Problem']
export type ProblemFault = Schemas['ProblemError']
export type Tag = Schemas['Tag']
export type Venue = Schemas['Venue']

/** Bodies of requests. */
export type ArtworkInput = Schemas['ArtworkInput']
export type EventInput = Schemas['EventInput']
export type EventPatch = Schemas['EventPatch']
export type VenueInput = Schemas['VenueInput']

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
