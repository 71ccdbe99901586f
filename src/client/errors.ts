import type { Answer } from './answer.ts'
import type { ProblemCode } from './problem-code.ts'
import type { Problem, ProblemFault } from './schemas.ts'

/** A failed request. The error never contains the credential. */
export class RequestError extends Error {
  override readonly name: string = 'RequestError'
  readonly method: string
  readonly url: string
  /** The key of a POST; the same request with the same key creates nothing twice. */
  readonly idempotencyKey: string | undefined

  constructor(request: Request, message: string, options?: ErrorOptions) {
    super(message, options)
    this.method = request.method
    this.url = request.url
    this.idempotencyKey = request.headers.get('Idempotency-Key') ?? undefined
  }
}

/** The response is a problem document (RFC 9457). `message` is its `detail`. */
export class ProblemError extends RequestError {
  override readonly name: string = 'ProblemError'
  readonly status: number
  readonly code: ProblemCode
  readonly title: string
  readonly detail: string
  /** The URL of a page with the remedy. */
  readonly type: string
  /** Quote it when you ask for help. */
  readonly instance: string
  /** The errors of the input, if any. */
  readonly errors: readonly ProblemFault[]
  /** The headers of the response. */
  readonly headers: Headers

  constructor(request: Request, answer: Answer, problem: Problem) {
    super(request, problem.detail)
    this.status = answer.status
    this.code = problem.code
    this.title = problem.title
    this.detail = problem.detail
    this.type = problem.type
    this.instance = problem.instance
    this.errors = problem.errors ?? []
    this.headers = answer.headers
  }
}

/** The response is not one of the service: a page of a proxy, a redirect, or another resource. */
export class UnexpectedAnswerError extends RequestError {
  override readonly name: string = 'UnexpectedAnswerError'
  /** 0 for a redirect in a browser, which hides the status. */
  readonly status: number
  readonly headers: Headers
  readonly body: string

  constructor(request: Request, { status, headers, body }: Answer) {
    super(
      request,
      `${request.method} ${request.url} was answered with ${status}, but not as the service answers`,
    )
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** No complete response: no connection, a broken one, or a timeout. See `cause`. */
export class ConnectionError extends RequestError {
  override readonly name: string = 'ConnectionError'
  constructor(request: Request, cause: unknown) {
    super(request, `${request.method} ${request.url} got no answer`, { cause })
  }
}
