import type { Generator, Target } from './generator.ts'

/** The newest that runs on Node 20. */
const VERSION = '4.39.3'
const PARTS = ['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client', 'plugin-zod']

export const kubb: Generator = {
  name: 'kubb',
  version: VERSION,
  packages: {
    ...Object.fromEntries(PARTS.map((part) => [`@kubb/${part}`, VERSION])),
    zod: '4.1.12',
  },
  note: 'ts, zod and fetch client, validated by zod',
  config: (target) => ({ extension: 'mjs', text: config(target) }),
  command: (_, configFile) => ['@kubb/cli/bin/kubb.cjs', 'generate', '--config', configFile],
  usage: `
    import { artworkOrdering, listMarketplaceArtworks, type Artwork } from './index.ts'

    export type { Artwork }

    export async function firstPage(): Promise<Artwork[]> {
      const ordering = artworkOrdering.ORDER_DATE_DESC
      const { results } = await listMarketplaceArtworks({ limit: 2, ordering })
      return results
    }
  `,
}

function config({ document, output }: Target): string {
  return `
    import { defineConfig } from '@kubb/core'
    import { pluginClient } from '@kubb/plugin-client'
    import { pluginOas } from '@kubb/plugin-oas'
    import { pluginTs } from '@kubb/plugin-ts'
    import { pluginZod } from '@kubb/plugin-zod'

    export default defineConfig({
      input: { path: ${JSON.stringify(document)} },
      output: { path: ${JSON.stringify(output)}, format: false, lint: false },
      plugins: [
        pluginOas({ generators: [] }),
        pluginTs({ enumType: 'asConst' }),
        pluginZod({ version: '4' }),
        pluginClient({ client: 'fetch', bundle: true, parser: 'zod' }),
      ],
    })
  `
}
