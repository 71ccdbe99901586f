import type { Answer } from './answer.ts'
import type { ProblemCode } from './problem-code.ts'
import type { Problem, ProblemFault } from './schemas.ts'

/** A request that did not come to a good end, without the credential that it carried. */
export class RequestError extends Error {
  override readonly name: string = 'RequestError'
  readonly method: string
  readonly url: string
  /** Of a POST; with the same key, the same request can be sent again and creates nothing twice. */
  readonly idempotencyKey: string | undefined

  constructor(request: Request, message: string, options?: ErrorOptions) {
    super(message, options)
    this.method = request.method
    this.url = request.url
    this.idempotencyKey = request.headers.get('Idempotency-Key') ?? undefined
  }
}

/** The service refused: its answer was a problem document (RFC 9457). `message` is its `detail`. */
export class ProblemError extends RequestError {
  override readonly name: string = 'ProblemError'
  readonly status: number
  readonly code: ProblemCode
  readonly title: string
  readonly detail: string
  /** The address of a page that says how to mend it. */
  readonly type: string
  /** Quote it when you ask for help. */
  readonly instance: string
  /** Each fault of the input; empty where the input was not at fault. */
  readonly errors: readonly ProblemFault[]
  /** Of the answer. */
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

/** What was answered is not of the service: a proxy's page, a redirect, or not what was asked for. */
export class UnexpectedAnswerError extends RequestError {
  override readonly name: string = 'UnexpectedAnswerError'
  /** 0 for a redirect in a browser, which does not tell more. */
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

/** No whole answer came: no connection, a broken one, or too long a silence. See `cause`. */
export class ConnectionError extends RequestError {
  override readonly name: string = 'ConnectionError'
  constructor(request: Request, cause: unknown) {
    super(request, `${request.method} ${request.url} got no answer`, { cause })
  }
}
