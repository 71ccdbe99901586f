import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { projectRoot } from '../config.ts'

interface Asset {
  /** The path contains a digest of the content, so the file can be cached for ever. */
  readonly name: string
  readonly mediaType: string
  readonly content: Buffer
}

const ASSETS = {
  style: asset('style.css', 'text/css; charset=utf-8'),
  copy: asset('copy.js', 'text/javascript; charset=utf-8'),
  localTime: asset('local-time.js', 'text/javascript; charset=utf-8'),
  hero: asset('hero.svg', 'image/svg+xml'),
  icon: asset('icon.svg', 'image/svg+xml'),
}

type AssetPaths = { readonly [Name in keyof typeof ASSETS]: string }

/** The paths of the files that views load. */
export function assetPaths(prefix: string): AssetPaths {
  const paths = Object.entries(ASSETS).map(([key, { name }]) => [key, `${prefix}/assets/${name}`])
  return Object.fromEntries(paths) as AssetPaths
}

/** Serves the style sheet, scripts and pictures that views load. A visitor over the rate limit gets them, too: 429 is a view. */
export async function serveAssets(app: FastifyInstance): Promise<void> {
  for (const { name, mediaType, content } of Object.values(ASSETS)) {
    app.get(`/assets/${name}`, { config: { isUnlimited: true } }, (_request, reply) =>
      reply
        .type(mediaType)
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .send(content),
    )
  }
}

function asset(file: string, mediaType: string): Asset {
  const content = readFileSync(path.join(projectRoot(), 'src/pages', file))
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 10)
  const { name, ext } = path.parse(file)
  return { name: `${name}.${digest}${ext}`, mediaType, content }
}
