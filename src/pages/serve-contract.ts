import type { FastifyInstance } from 'fastify'
import { apiRoot, contract, readContractFile, withOwnLinks } from '../contract/document.ts'
import type { Urls } from '../contract/operation-types.ts'
import { serveFixed } from '../http/serve-static.ts'

/** Serves the contract in its three formats, with the URLs of this deployment. */
export async function serveContract(app: FastifyInstance, urls: Urls): Promise<void> {
  const own = {
    externalDocs: { ...contract.externalDocs, url: `${urls.public}/docs/guide` },
    servers: [{ url: `${urls.public}${apiRoot}`, description: 'This service.' }],
  }
  const yaml = { 'content-type': 'application/yaml' }
  const json = { 'content-type': 'application/json' }
  serveFixed(app, '/openapi/v1.yaml', yaml, async () =>
    withOwnLinks(await yamlWith(own), urls.public),
  )
  serveFixed(app, '/openapi/v1.json', json, () => jsonWith('generated/v1.json'))
  serveFixed(app, '/openapi/v1-3.0.json', json, () => jsonWith('generated/v1-3.0.json'))

  function jsonWith(file: string): string {
    const document = JSON.parse(withOwnLinks(readContractFile(file), urls.public)) as object
    return `${JSON.stringify({ ...document, ...own }, null, 2)}\n`
  }
}

async function yamlWith(own: object): Promise<string> {
  // Loaded at the first request: its many modules would delay every start.
  const { stringify } = await import('yaml')
  return stringify({ ...contract, ...own }, { lineWidth: 100, blockQuote: 'literal' })
}
