import type { serveSwaggerUi as serve } from '../../../src/pages/docs/swagger-ui.tsx'

/** In place of Swagger UI, /docs leads to the rules of the contract, which has links to all documents. */
export const serveSwaggerUi: typeof serve = (app, site) => {
  for (const address of ['/docs', '/docs/']) {
    app.get(address, (_request, reply) => reply.redirect(`${site.prefix}/docs/rules`))
  }
}
