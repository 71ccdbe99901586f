import type { Generator, Target } from './generator.ts'

/** The newest that runs on Node 20. */
const VERSION = '0.95.0'

export const heyApi: Generator = {
  name: '@hey-api/openapi-ts',
  version: VERSION,
  packages: { '@hey-api/openapi-ts': VERSION },
  note: 'enums by name, fetch client',
  config: (target) => ({ extension: 'mjs', text: config(target) }),
  command: (_, configFile) => ['@hey-api/openapi-ts/bin/run.js', '--file', configFile],
  usage: `
    import { createClient } from './client'
    import { ArtworkOrdering, listMarketplaceArtworks, type Artwork } from './index.ts'

    export type { Artwork }
    const client = createClient({ baseUrl: 'http://127.0.0.1:3000/api/v1' })

    export async function firstPage(): Promise<Artwork[]> {
      const query = { limit: 2, ordering: ArtworkOrdering.ORDER_DATE_DESC }
      const { data, error } = await listMarketplaceArtworks({ client, query })
      if (error) throw new Error(error.detail)
      return data?.results ?? []
    }
  `,
}

function config({ document, output }: Target): string {
  return `export default ${JSON.stringify({
    input: document,
    output,
    plugins: [
      { name: '@hey-api/typescript', enums: { mode: 'javascript', case: 'preserve' } },
      '@hey-api/sdk',
      '@hey-api/client-fetch',
    ],
  })}`
}
