export type ProblemCode = keyof typeof PROBLEMS

interface ProblemKind {
  readonly status: number
  readonly title: string
  /** What led to the problem, and what became of the request. */
  readonly cause: string
  /** What the client can do about it. */
  readonly remedy: string
}

/** Every problem that this service responds with, by its code. The pages below /docs/problems show the texts. */
export const PROBLEMS = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    cause:
      'The request does not fit the contract: a parameter, a header or a field of the body has a value that it cannot take, is not one that the contract names, or the request cannot be read at all. Nothing was done.',
    remedy:
      'Correct each place that `errors` names: a parameter, or a field of the body by its pointer. The contract lists the parameters and fields of every operation and the values they take.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    cause:
      'The operation needs a credential and none came with the request, or one came that is not valid (any more).',
    remedy:
      'Send `Authorization: Bearer KEY` with a key that has neither expired nor been revoked. The answer never says what is wrong with a key; ask whoever gave it to you for another.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    cause:
      'The credential is valid but may not do this: it lacks a scope, or the record belongs to somebody else.',
    remedy:
      'Use a key that has the scope which `detail` names, or one of the user whose record it is.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    cause: 'There is nothing at this path, or no record has this id, or none that you may see.',
    remedy:
      'Check the path against the contract, and the id against the list. Records that are not published are found by their author alone, with the credential.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    cause: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods that the `Allow` header names.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    cause: 'The `Accept` header rules out every form in which the service could answer.',
    remedy:
      'Send `Accept: application/json`, `Accept: */*` or no `Accept` at all; a browser may ask for `text/html`.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    cause:
      'The request took too long to arrive: 10 seconds for its headers, 15 for the whole. Nothing was done.',
    remedy: 'Send the whole request without pausing.',
  },
  content_too_large: {
    status: 413,
    title: 'Content too large',
    cause: 'The body is larger than the service reads. Nothing was done.',
    remedy: 'Send a shorter body; 256 KiB is the most.',
  },
  uri_too_long: {
    status: 414,
    title: 'URI too long',
    cause: 'The address of the request is longer than the service reads. Nothing was done.',
    remedy:
      'Shorten the query: 4 KiB is the most for it, and 16 KiB for the address and the headers together.',
  },
  expectation_failed: {
    status: 417,
    title: 'Expectation failed',
    cause: 'The `Expect` header asks for what the service does not know. Nothing was done.',
    remedy: 'Leave the header out, or send `Expect: 100-continue`.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    cause:
      'The `Content-Type` of the body is missing, or is none that this operation reads. Nothing was done.',
    remedy:
      'Send one of the media types that the `Accept` header of the answer names, in UTF-8 and without a `Content-Encoding`.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'Idempotency key in use',
    cause:
      'A request with the same `Idempotency-Key` is still running, so it is not known yet how it ends.',
    remedy: 'Send the same request again in a moment: it is answered as the first one was.',
  },
  invalid_transition: {
    status: 409,
    title: 'Invalid transition',
    cause:
      'The record cannot go from the state that it is in to the one that was asked for. Nothing was done.',
    remedy:
      'Ask for a state that `detail` names. The contract has a table of the states and what leads where.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    cause:
      'The record has changed since the version that `If-Match` names, or is still the one that `If-None-Match` of a change names. Nothing was written, so the change of somebody else is safe.',
    remedy:
      'Read the record again, apply your change to what it is now, and send it with the new `ETag`.',
  },
  unprocessable_content: {
    status: 422,
    title: 'Unprocessable content',
    cause:
      'Every value fits the contract, but together they break a rule: a record that the body refers to does not exist, or two values do not go together. Nothing was done.',
    remedy:
      'Correct each place that `errors` points to. What the body refers to must exist, and its values must go together.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    cause:
      'This `Idempotency-Key` came with another request in the last 24 hours. Nothing was done.',
    remedy: 'Take a new key for a new request; send the same body with the same key to repeat one.',
  },
  precondition_required: {
    status: 428,
    title: 'Precondition required',
    cause:
      'The request would change a record without saying which version of it was read, and could so undo the change of somebody else. Nothing was done.',
    remedy: 'Read the record, and send its `ETag` as `If-Match`.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    cause:
      'The key that came with the request, or the address that it came from, has sent more requests in a minute than it may. Nothing was done.',
    remedy:
      'Wait the seconds that `Retry-After` names, then send the same request again. `RateLimit` on every answer tells how many are left.',
  },
  header_fields_too_large: {
    status: 431,
    title: 'Request header fields too large',
    cause: 'The headers of the request are larger, or more, than the service reads.',
    remedy:
      'Send fewer or shorter headers: 16 KiB and 100 headers are the most, and 1 KiB for a header that is a list, which `detail` names.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    cause:
      'The service failed, or was about to answer outside its contract. What it was doing was undone; the cause is in its log.',
    remedy: 'Try again later. If it persists, report the `instance` of the problem.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    cause:
      'More is asked of the service just now than it can do, so it has refused this request before it began. Nothing was done.',
    remedy:
      'Try again after the seconds that `Retry-After` names, and wait longer each time; whatever the request, it can be sent again as it is.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    cause:
      'The service cannot reach its database just now. A write may have been done if the connection broke at the very end.',
    remedy:
      'Try again after the seconds that `Retry-After` names; a POST with the same `Idempotency-Key`, so that nothing is done twice.',
  },
} as const satisfies Record<string, ProblemKind>
