import type { FastifyInstance } from 'fastify'

/** A captured response, without the headers that the application adds itself. */
export interface StaticResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const MAX_ROUTES = 12

export function staticPath(place: number): string {
  return `/bench/ready/${place}`
}

/**
 * Adds routes that send constant bytes: the upper bound of the application's speed for a response of that size.
 * Routes cannot be added later, so there are more than needed.
 * @returns a function that sets the responses in the order of the routes.
 */
export function addStaticRoutes(
  app: FastifyInstance,
): (responses: readonly StaticResponse[]) => void {
  const held: (StaticResponse & { readonly body: Buffer })[] = []
  for (let place = 0; place < MAX_ROUTES; place += 1) {
    app.get(staticPath(place), (_request, reply) => {
      const { status, headers, body } = held[place] as (typeof held)[number]
      void reply.code(status).headers(headers)
      return body.length === 0 ? reply.send() : reply.send(body)
    })
  }
  return (responses) => {
    if (responses.length > MAX_ROUTES)
      throw new Error(`${responses.length} responses, but ${MAX_ROUTES} routes`)
    held.splice(
      0,
      held.length,
      ...responses.map((one) => ({ ...one, body: Buffer.from(one.body) })),
    )
  }
}
