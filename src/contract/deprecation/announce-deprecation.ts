import type { HttpResponse } from '../answers.ts'
import { deprecationHeaders } from './deprecations.ts'
import type { ContractDocument } from '../document.ts'
import type { RequestContext } from '../exchange.ts'

type Announce = (exchange: RequestContext, answer: HttpResponse) => HttpResponse

/** Adds to an answer what its client should know of deprecated things that it uses. */
export function addDeprecationHeaders(contract: ContractDocument, publicUrl: string): Announce {
  const headersOf = deprecationHeaders(contract, publicUrl)
  return ({ operation, given, request, call }, answer) => {
    if (operation === undefined) return answer
    const { operationId } = operation
    const { status } = answer
    const used = headersOf({
      operationId,
      query: given,
      headers: request.headers,
      body: call?.body,
      status,
    })
    if (Object.keys(used).length === 0) return answer
    return { ...answer, headers: { ...answer.headers, ...used } }
  }
}
