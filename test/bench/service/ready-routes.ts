import type { FastifyInstance } from 'fastify'

/** An answer as it was, without what the application adds to every answer by itself. */
export interface ReadyMade {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const MOST = 12

export function readyPath(place: number): string {
  return `/bench/ready/${place}`
}

/**
 * Adds plain routes that send bytes as they are: no faster can this application answer anything of
 * that size. Routes cannot be added later, so there are more than are needed.
 * @returns what to call with the answers, in the order of their places.
 */
export function addReadyRoutes(app: FastifyInstance): (answers: readonly ReadyMade[]) => void {
  const held: (ReadyMade & { readonly body: Buffer })[] = []
  for (let place = 0; place < MOST; place += 1) {
    app.get(readyPath(place), (_request, reply) => {
      const { status, headers, body } = held[place] as (typeof held)[number]
      void reply.code(status).headers(headers)
      return body.length === 0 ? reply.send() : reply.send(body)
    })
  }
  return (answers) => {
    if (answers.length > MOST) throw new Error(`${answers.length} answers, but ${MOST} routes`)
    held.splice(0, held.length, ...answers.map((one) => ({ ...one, body: Buffer.from(one.body) })))
  }
}
