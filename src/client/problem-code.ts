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
