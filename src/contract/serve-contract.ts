import type { FastifyInstance } from 'fastify'
import { parseDocument } from 'yaml'
import { apiRoot, readContractFile } from './document.ts'
import { entityTag, isKnown } from './entity-tag.ts'
import type { Urls } from './operation-types.ts'

/**
 * The documents are the repository's, but for `servers`: a deployment names its own address. Each is
 * made when it is first asked for, as the YAML takes longer than the rest of the start.
 */
export async function serveContract(app: FastifyInstance, urls: Urls): Promise<void> {
  const servers = [{ url: `${urls.public}${apiRoot}`, description: 'This service.' }]
  const json = (file: string) => (): Buffer => jsonWith(file, servers)
  serve(app, '/openapi/v1.yaml', 'application/yaml', () => yamlWith(servers))
  serve(app, '/openapi/v1.json', 'application/json', json('generated/v1.json'))
  serve(app, '/openapi/v1-3.0.json', 'application/json', json('generated/v1-3.0.json'))
}

function yamlWith(servers: object): Buffer {
  const document = parseDocument(readContractFile('openapi/v1.yaml'))
  document.set('servers', document.createNode(servers))
  return Buffer.from(document.toString({ lineWidth: 100 }))
}

function jsonWith(file: string, servers: object): Buffer {
  const document = JSON.parse(readContractFile(file)) as object
  return Buffer.from(`${JSON.stringify({ ...document, servers }, null, 2)}\n`)
}

function serve(app: FastifyInstance, path: string, mediaType: string, make: () => Buffer): void {
  let served: { readonly body: Buffer; readonly etag: string } | undefined
  app.get(path, (request, reply) => {
    served ??= tagged(make())
    const { body, etag } = served
    reply.headers({ etag, 'cache-control': 'no-cache' })
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(mediaType).send(body)
  })
}

function tagged(body: Buffer): { body: Buffer; etag: string } {
  return { body, etag: entityTag(body) }
}
