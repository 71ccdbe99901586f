import type { Generator } from './generator.ts'

const VERSION = '7.13.0'

export const openapiTypescript: Generator = {
  name: 'openapi-typescript',
  version: VERSION,
  packages: { 'openapi-typescript': VERSION, 'openapi-fetch': '0.17.0' },
  note: 'enums by name, openapi-fetch 0.17.0',
  command: ({ document, output }) => [
    'openapi-typescript/bin/cli.js',
    document,
    '--output',
    `${output}/api.ts`,
    '--enum',
  ],
  usage: `
    import createClient from 'openapi-fetch'
    import { ArtworkOrdering, type components, type paths } from './api.ts'

    export type Artwork = components['schemas']['Artwork']
    const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:3000/api/v1' })

    export async function firstPage(): Promise<Artwork[]> {
      const query = { limit: 2, ordering: ArtworkOrdering.ORDER_DATE_DESC }
      const { data, error } = await client.GET('/marketplace-artworks/', { params: { query } })
      if (error) throw new Error(error.detail)
      return data.results
    }
  `,
}
