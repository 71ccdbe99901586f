import type { ProblemBody } from '../problem.ts'
import type { Operation } from './document.ts'

/** What a page shows: an answer as programs get it, and the request that it answers. */
export interface ViewInput<Body> {
  readonly body: Body
  /** The absolute URL, query included. */
  readonly url: string
  /** Undefined where the request led to no operation. */
  readonly operation: Operation | undefined
}

export interface SuccessViewInput extends ViewInput<object> {
  readonly operation: Operation
  /** Whether it was asked for with an API key. */
  readonly isPrivate: boolean
}

/** Makes the page that people are given in place of JSON. */
export interface HtmlViews {
  /** Of a body that has passed its validation. */
  readonly success: (shown: SuccessViewInput) => string
  readonly problem: (shown: ViewInput<ProblemBody>) => string
  /** What goes with every page, its media type included. */
  readonly headers: Readonly<Record<string, string>>
}
