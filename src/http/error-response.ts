import type { FastifyReply, FastifyRequest } from 'fastify'
import { prefersHtmlProblem } from '../contract/content-negotiation.ts'
import { noSuchPath } from '../contract/dispatch.ts'
import { requestMediaTypes, type Operation } from '../contract/document.ts'
import { requireReadable } from '../contract/request-checks.ts'
import { pathOf, splitUrl } from '../contract/request-head.ts'
import { problemResponse, type HtmlViews } from '../contract/responses.ts'
import { Problem, toProblem } from '../problems/problem.ts'
import { isClientGone, sendResponse } from './send-response.ts'

/** Fastify's error handler: responds with a problem document (RFC 9457) or its HTML view. */
export function errorHandler(publicUrl: string, views: HtmlViews) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const response = problemResponse(problemOf(error, request), {
      publicUrl,
      requestId: request.id,
      traceparent: request.headers['traceparent'],
      path: pathOf(request.url),
      accepts: acceptedTypes(request),
      url: request.url,
      views: prefersHtml(request) ? views : undefined,
    })
    // Those of a response that has failed after its headers were set, such as a stream before its first byte.
    void reply.removeHeader('content-encoding').removeHeader('etag')
    return sendResponse(request, reply, response)
  }
}

function problemOf(error: unknown, request: FastifyRequest): Problem {
  // Not an error of the service. Nobody reads the response.
  if (isClientGone(request, error)) {
    return new Problem('invalid_request', 'The client closed the connection.', { cause: error })
  }
  const problem = bodyProblem(toProblem(error), request)
  // On an unknown path no other Content-Type would help.
  const isUnknownPath =
    problem.code === 'unsupported_media_type' && pathOf(request.url) === undefined
  return isUnknownPath ? noSuchPath() : problem
}

/** A body that the operation does not read is unsupported at every size, not too large. */
function bodyProblem(problem: Problem, request: FastifyRequest): Problem {
  const operation = operationOf(request)
  if (problem.code !== 'content_too_large' || operation === undefined) return problem
  try {
    if (requestMediaTypes(operation).length > 0) requireReadable(operation, request.headers)
    return problem
  } catch (unsupported) {
    return toProblem(unsupported)
  }
}

/** The media types to send instead of one that Fastify cannot read. */
function acceptedTypes(request: FastifyRequest): readonly string[] {
  const operation = operationOf(request)
  return operation === undefined ? [] : requestMediaTypes(operation)
}

function operationOf({ method, url }: FastifyRequest): Operation | undefined {
  return pathOf(url)?.operations[method.toLowerCase()]
}

/** Finds `format=json` without parsing the query, which may belong to an unknown path. */
const FORMAT = /(?:^|&)format=(json)(?:&|$)/

function prefersHtml({ method, url, headers: { accept } }: FastifyRequest): boolean {
  const format = FORMAT.exec(splitUrl(url).search)?.[1]
  return prefersHtmlProblem({ method, accept, format })
}
