import type { FastifyInstance } from 'fastify'
import { parseDocument } from 'yaml'
import { apiRoot, readContractFile } from './document.ts'
import type { Urls } from './operation-types.ts'
import { serveFixed } from './serve-fixed.ts'

/** The documents are the repository's, but for `servers`: a deployment names its own address. */
export async function serveContract(app: FastifyInstance, urls: Urls): Promise<void> {
  const servers = [{ url: `${urls.public}${apiRoot}`, description: 'This service.' }]
  const yaml = { 'content-type': 'application/yaml' }
  const json = { 'content-type': 'application/json' }
  serveFixed(app, '/openapi/v1.yaml', yaml, () => yamlWith(servers))
  serveFixed(app, '/openapi/v1.json', json, () => jsonWith('generated/v1.json', servers))
  serveFixed(app, '/openapi/v1-3.0.json', json, () => jsonWith('generated/v1-3.0.json', servers))
}

function yamlWith(servers: object): string {
  const document = parseDocument(readContractFile('openapi/v1.yaml'))
  document.set('servers', document.createNode(servers))
  return document.toString({ lineWidth: 100 })
}

function jsonWith(file: string, servers: object): string {
  const document = JSON.parse(readContractFile(file)) as object
  return `${JSON.stringify({ ...document, servers }, null, 2)}\n`
}
