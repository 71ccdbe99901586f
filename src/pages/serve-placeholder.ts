import type { FastifyInstance } from 'fastify'
import { PLACEHOLDER_PATH } from '../json-sql/picture-url.ts'

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" role="img">
<title>No picture yet</title>
<rect width="400" height="300" fill="#f5f5f5"/>
<g fill="none" stroke="#a9a9a9" stroke-width="6">
<rect x="110" y="70" width="180" height="160" rx="4"/>
<path d="M116 210l50-60 36 42 26-30 56 62"/>
<circle cx="240" cy="115" r="14"/>
</g>
</svg>
`

/** Serves the placeholder picture, whatever `MEDIA_URL` is. */
export async function servePlaceholder(app: FastifyInstance): Promise<void> {
  app.get(PLACEHOLDER_PATH, (_request, reply) =>
    reply
      .type('image/svg+xml')
      .headers({
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
      })
      .send(PICTURE),
  )
}
