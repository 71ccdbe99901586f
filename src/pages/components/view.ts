import type { VNode } from 'preact'
import type { operations } from '../../../generated/v1.ts'
import type { Operation, OperationId } from '../../contract/document.ts'
import type { PrerenderedBody } from '../../response-body.ts'
import type { Reply } from '../../contract/operation-types.ts'
import type { Site } from '../site.ts'

/** The operations that only read: whoever has their answer already is told so. */
export type ReadId = {
  [Id in OperationId]: 304 extends keyof operations[Id]['responses'] ? Id : never
}[OperationId]

/** What such an operation answers with. */
type BodyOf<Id extends ReadId> = Exclude<
  Extract<Reply<Id>, { body: unknown }>['body'],
  PrerenderedBody
>

/** An answer on its way to a page. */
export interface ViewProps<Body> {
  readonly body: Body
  /** The request that it answers, with its query. */
  readonly url: URL
  /** Whether it was asked for with an API key. */
  readonly isPrivate: boolean
  readonly operation: Operation
  readonly site: Site
  readonly pictures: PictureOrigins
}

/** The origins whose pictures a page may show; the content security policy blocks all others. */
export type PictureOrigins = ReadonlySet<string>

/** The page of an answer. */
export type View<Body> = (viewed: ViewProps<Body>) => VNode

/** For every operation that reads its page. */
export type Views = { readonly [Id in ReadId]: View<BodyOf<Id>> }
