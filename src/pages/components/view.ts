import type { VNode } from 'preact'
import type { operations } from '../../../generated/v1.ts'
import type { Operation, OperationId } from '../../contract/document.ts'
import type { PrerenderedBody } from '../../response-body.ts'
import type { Reply } from '../../contract/operation-types.ts'
import type { Parts } from '../parts.ts'
import type { Pictures } from '../pictures.ts'
import type { Site } from '../site.ts'

/** The operations that read: those that can respond with 304. */
export type ReadId = {
  [Id in OperationId]: 304 extends keyof operations[Id]['responses'] ? Id : never
}[OperationId]

/** The body of a successful response. */
type BodyOf<Id extends ReadId> = Exclude<
  Extract<Reply<Id>, { body: unknown }>['body'],
  PrerenderedBody
>

/** A response body to show, and its request. */
export interface ViewProps<Body> {
  readonly body: Body
  /** Of the request, with its query. */
  readonly url: URL
  /** Whether the request has an API key. */
  readonly isPrivate: boolean
  readonly operation: Operation
  readonly site: Site
  readonly pictures: Pictures
  /** Undefined where the view shows the body alone. */
  readonly parts?: Parts | undefined
}

/** Renders a response body as HTML. */
export type View<Body> = (viewed: ViewProps<Body>) => VNode

/** Views of operations that read, by operationId; the others have the default views. */
export type Views = { readonly [Id in ReadId]?: View<BodyOf<Id>> }
