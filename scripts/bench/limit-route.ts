import type { FastifyInstance } from 'fastify'

export const LIMIT_PATH = '/bench/limit'

/**
 * Adds a plain route that sends the bytes and headers of `path`'s answer ready-made: no faster can
 * this application answer anything of that size.
 * @returns what to call once the application is complete, to make the answer.
 */
export function addLimitRoute(app: FastifyInstance, path: string): () => Promise<void> {
  let headers: Record<string, string> = {}
  let body: Buffer = Buffer.alloc(0)
  app.get(LIMIT_PATH, (_request, reply) => reply.headers(headers).send(body))
  return async () => {
    const answer = await app.inject(path)
    if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}`)
    const { allow, 'content-type': type } = answer.headers as Record<string, string>
    headers = { 'content-type': type ?? '', allow: allow ?? '' }
    body = answer.rawPayload
  }
}
