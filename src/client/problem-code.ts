/** The codes that the contract knows today (`x-extensible-enum` of `Problem.code`). */
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
  | 'unsupported_media_type'
  | 'unprocessable_content'
  | 'idempotency_key_reused'
  | 'precondition_required'
  | 'header_fields_too_large'
  | 'internal_error'
  | 'service_unavailable'

/** Values may be added within a version of the contract, so any other text is a code as well. */
export type ProblemCode = KnownProblemCode | (string & {})
