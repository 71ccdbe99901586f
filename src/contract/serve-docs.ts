import path from 'node:path'
import { createRequire } from 'node:module'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { PROBLEMS, type ProblemCode } from '../problem.ts'
import { problemPage, swaggerPage } from './docs-pages.ts'
import type { Urls } from './operation-types.ts'

const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']
const HTML = 'text/html; charset=utf-8'

/** Swagger UI at /docs, from this machine alone, and a page about every kind of problem. */
export async function serveDocs(app: FastifyInstance, urls: Urls): Promise<void> {
  const prefix = new URL(urls.public).pathname.replace(/\/$/, '')
  const page = Buffer.from(swaggerPage(prefix))
  app.get('/docs', (_request, reply) => reply.type(HTML).send(page))
  app.get('/docs/', (_request, reply) => reply.type(HTML).send(page))
  await app.register(fastifyStatic, {
    root: path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/docs/assets/',
    index: false,
    allowedPath: (pathname) => ASSETS.includes(pathname.replace(/^\//, '')),
  })
  for (const code of Object.keys(PROBLEMS) as ProblemCode[]) {
    const text = Buffer.from(problemPage(prefix, code))
    app.get(`/docs/problems/${code}`, (_request, reply) => reply.type(HTML).send(text))
  }
}
