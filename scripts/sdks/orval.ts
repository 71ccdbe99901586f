import type { Generator, Target } from './generator.ts'

/** The newest that runs on Node 20. */
const VERSION = '7.13.2'

export const orval: Generator = {
  name: 'orval',
  version: VERSION,
  packages: { orval: VERSION },
  note: 'fetch client; PascalCase enums, its trap',
  config: (target) => ({ extension: 'cjs', text: config(target) }),
  command: (_, configFile) => ['orval/dist/bin/orval.js', '--config', configFile],
  usage: `
    import { ArtworkOrdering, listMarketplaceArtworks, type Artwork } from './api.ts'

    export type { Artwork }

    export async function firstPage(): Promise<Artwork[]> {
      const ordering = ArtworkOrdering.ORDER_DATE_DESC
      const { status, data } = await listMarketplaceArtworks({ limit: 2, ordering })
      if (status !== 200) throw new Error(data.detail)
      return data.results
    }
  `,
}

/** PascalCase gives `x` and `-x` the same name, unless the document names them itself. */
function config({ document, output }: Target): string {
  return `module.exports = { client: ${JSON.stringify({
    input: document,
    output: {
      target: `${output}/api.ts`,
      client: 'fetch',
      baseUrl: { getBaseUrlFromSpecification: true },
      override: { namingConvention: { enum: 'PascalCase' } },
    },
  })} }`
}
