import type { Generator } from './generator.ts'

const VERSION = '13.13.0'

export const swaggerTypescriptApi: Generator = {
  name: 'swagger-typescript-api',
  version: VERSION,
  packages: { 'swagger-typescript-api': VERSION },
  note: 'fetch client, without its @ts-nocheck',
  command: ({ document, output }) => [
    'swagger-typescript-api/dist/cli.mjs',
    'generate',
    '--path',
    document,
    '--output',
    output,
    '--name',
    'api.ts',
  ],
  usage: `
    import { Api, ArtworkOrdering, type Artwork } from './api.ts'

    export type { Artwork }
    const api = new Api()

    export async function firstPage(): Promise<Artwork[]> {
      const ordering = ArtworkOrdering.ORDER_DATE_DESC
      const { data } = await api.marketplaceArtworks.listMarketplaceArtworks({ limit: 2, ordering })
      return data.results
    }
  `,
}
