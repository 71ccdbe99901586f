import type { KnownProblemCode } from '../../generated/v1.ts'

export type ProblemCode = KnownProblemCode

interface ProblemKind {
  readonly status: number
  readonly title: string
  /** The cause, and the outcome of the request. */
  readonly cause: string
  /** The client's next step. */
  readonly remedy: string
}

/** Every problem of the service by its code. The pages below /docs/problems show the texts. */
export const PROBLEMS = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    cause:
      'The request does not fit the contract: a parameter, a header or a field of the body is unknown or has an invalid value, or the request cannot be parsed. Nothing was done.',
    remedy:
      'Correct each place that `errors` names: a parameter, or a field of the body by its pointer. The contract lists the parameters and fields of every operation with their valid values.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    cause: 'The operation needs a credential, and the request has none or an invalid one.',
    remedy:
      'Send `Authorization: Bearer KEY` with a key that has neither expired nor been revoked. No response tells why a key is invalid; if you do not know, ask its issuer for another one.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    cause:
      'The credential is valid but does not allow this: it lacks a scope, the event belongs to another user, the user is not a member of the gallery, or the records that the user has stored have the size that the operator allows. Nothing was done.',
    remedy:
      'Use a key with the scope that `detail` names. For an event, use a key of its author. For a gallery and its artworks, use a key of a member, or let a member add your user. If the storage is full, delete records or shorten their texts.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    cause: 'The path is unknown, or no record that you may see has this id.',
    remedy:
      'Check the path against the contract, and the id against the list. Records that are not published need a credential: of the author for an event, of a member of the gallery for an artwork.',
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
    cause: 'The `Accept` header excludes every media type of the response.',
    remedy:
      'Send `Accept: application/json`, `Accept: */*` or no `Accept` at all; browsers may send `text/html`.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    cause:
      'The request took too long to arrive: 10 seconds for its headers, 15 for the whole, or 120 of waiting for the lines of a batch. Nothing was done.',
    remedy: 'Send the whole request without pauses.',
  },
  content_too_large: {
    status: 413,
    title: 'Content too large',
    cause: 'The body is larger than the service reads. Nothing was done.',
    remedy: 'Send a shorter body, of at most 256 KiB.',
  },
  uri_too_long: {
    status: 414,
    title: 'URI too long',
    cause: 'The address of the request is longer than the service reads. Nothing was done.',
    remedy:
      'Shorten the query to at most 4 KiB, and the address with all headers to at most 16 KiB.',
  },
  expectation_failed: {
    status: 417,
    title: 'Expectation failed',
    cause: 'The `Expect` header has a value other than `100-continue`. Nothing was done.',
    remedy: 'Leave the header out, or send `Expect: 100-continue`.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    cause:
      'The `Content-Type` of the body is missing, or this operation does not read it. Nothing was done.',
    remedy:
      'Send one of the media types that the `Accept` header of the response names, in UTF-8 and without a `Content-Encoding`.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'Idempotency key in use',
    cause:
      'A request with the same `Idempotency-Key` is still running, so its outcome is not known yet.',
    remedy: 'Send the same request again in a moment: it gets the response of the first one.',
  },
  invalid_transition: {
    status: 409,
    title: 'Invalid transition',
    cause:
      'The record cannot change from its current state to the requested one. Nothing was done.',
    remedy:
      'Request a state that `detail` names. The contract has a table of the states and their transitions.',
  },
  record_in_use: {
    status: 409,
    title: 'Record in use',
    cause:
      'Other records refer to the record, or it is the API key of the request and `If-Match` is `*`. So it cannot be deleted. Nothing was done.',
    remedy:
      'Change or delete the records that refer to it, then send the request again. `detail` has the number and the first of those that you may see. To revoke the key of the request, send its `ETag`.',
  },
  deliveries_waiting: {
    status: 409,
    title: 'Deliveries waiting',
    cause:
      'The webhook has 10 test messages and redeliveries that wait, which is the maximum. Nothing was done.',
    remedy:
      'Read the log of the webhook. A message no longer waits when the receiver has responded, or 10 seconds after it was sent. Then send the request again.',
  },
  cursor_expired: {
    status: 410,
    title: 'Cursor expired',
    cause:
      'Changes after the cursor may be missing: it is older than the time for which the service keeps deletions, or another database gave it out.',
    remedy:
      'Read the list from the beginning: send the request without `cursor`, and remove from your copy what the changes do not have.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    cause:
      'The record is not in the version that `If-Match` names, or it is in the version that `If-None-Match` of a change names. Nothing was written, so no change of another client is lost.',
    remedy:
      'Read the record again, apply your change to its current state, and send it with the new `ETag`.',
  },
  unprocessable_content: {
    status: 422,
    title: 'Unprocessable content',
    cause:
      'Each value is valid by itself, but the body breaks a rule: a record that it refers to does not exist, or two values contradict each other. Nothing was done.',
    remedy:
      'Correct each place that `errors` points to. Records that the body refers to must exist, and its values must not contradict each other.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    cause: 'Another request had this `Idempotency-Key` in the last 24 hours. Nothing was done.',
    remedy:
      'Use a new key for a new request. To retry a request, send the same body with the same key.',
  },
  precondition_required: {
    status: 428,
    title: 'Precondition required',
    cause:
      'The request changes a record but does not name the version that you read, so it could undo a change of another client. Nothing was done.',
    remedy: 'Read the record, and send its `ETag` as `If-Match`.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    cause:
      'The key of the request, or its address if it has no key, exceeded the number of requests per minute; a long response counts as several. Or the responses that are kept for repetitions with an `Idempotency-Key` have 256 MiB. Nothing was done.',
    remedy:
      'Wait the seconds that `Retry-After` names, then send the same request again. `RateLimit` on every response has the number of requests left.',
  },
  header_fields_too_large: {
    status: 431,
    title: 'Request header fields too large',
    cause: 'The request has more headers, or larger ones, than the service reads.',
    remedy:
      'Send fewer or shorter headers: at most 100, of 16 KiB together, and 1 KiB for each header that is a list. `detail` names the header.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    cause:
      'The service failed, or its response would have broken the contract. All changes of the request were rolled back. The cause is in the log of the service.',
    remedy: 'Try again later. If it persists, report the `instance` of the problem.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    cause:
      'The service has more requests than it can process, or runs another batch of the same user, so it rejected this one before it began. Nothing was done.',
    remedy:
      'Try again after the seconds that `Retry-After` names, and wait longer each time. Any request can be sent again unchanged.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    cause:
      'The service cannot reach its database at the moment, or the database takes too long, or its schema is not the one that this version needs. A write may have been done if the connection broke during the commit.',
    remedy:
      'Try again after the seconds that `Retry-After` names; send a POST with the same `Idempotency-Key`, so that nothing is done twice. Repeat a batch, or send it in parts.',
  },
} as const satisfies Record<ProblemCode, ProblemKind>
