import { operations, type Node } from './document.ts'
import { reachedFrom } from './references.ts'

/** Which way a schema travels: what may be changed about it depends on that. */
export interface Ways {
  readonly inRequests: boolean
  readonly inResponses: boolean
}

export const IN_REQUESTS: Ways = { inRequests: true, inResponses: false }
export const IN_RESPONSES: Ways = { inRequests: false, inResponses: true }

/** For every named schema, which way it travels in a document. */
export function waysOfSchemas(document: Node): (name: string) => Ways {
  const nodes = operations(document).map(({ node }) => node)
  const asked = nodes.flatMap((node) => [node['parameters'], node['requestBody']])
  const inRequests = reachedFrom(document, asked)
  const inResponses = reachedFrom(
    document,
    nodes.map((node) => node['responses']),
  )
  return (name) => ({
    inRequests: inRequests.has(`schemas/${name}`),
    inResponses: inResponses.has(`schemas/${name}`),
  })
}
