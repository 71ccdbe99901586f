import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from '../kept/accept-encoding.ts'
import { encode, encodingFor, encodedHeaders } from '../kept/encode.ts'
import { isNotModified } from './send-answer.ts'

/** By the body that they are of, which is the same one at every request. */
const encodedForms = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/**
 * A hook that encodes what a route sends whole, as the client takes it. A client that has that form
 * is told so.
 */
export async function compressBody(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || !Buffer.isBuffer(payload)) return payload
  const accepted = acceptedEncoding(request.headers['accept-encoding'])
  const encoding = encodingFor(accepted, payload.length)
  if (encoding === 'identity') return payload
  const headers = encodedHeaders(encoding, tagOf(reply))
  if (isNotModified(request, headers)) {
    reply.removeHeader('content-type').code(304).headers({ etag: headers['etag'] })
    return null
  }
  void reply.headers(headers)
  return encodedForm(payload, encoding)
}

function tagOf(reply: FastifyReply): Record<string, string> {
  const etag = reply.getHeader('etag')
  return typeof etag === 'string' ? { etag } : {}
}

function encodedForm(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const forms = encodedForms.get(body) ?? new Map<Encoding, Promise<Buffer>>()
  encodedForms.set(body, forms)
  const form = forms.get(encoding) ?? encode(body, encoding)
  forms.set(encoding, form)
  return form
}
