import type { FastifyInstance, FastifyReply } from 'fastify'
import { isPaintingKind, painting } from './paintings/painting.ts'

const LARGEST_NUMBER = 2_147_483_647

interface PicturePath {
  readonly kind: string
  readonly number: string
}

/** The pictures of the demo catalogue, painted when they are asked for, under the default MEDIA_URL. */
export async function serveDemoPictures(app: FastifyInstance): Promise<void> {
  // Every rendition is the same drawing, which has no size of its own.
  for (const path of ['/media/:kind/:number.svg', '/media/:kind/:number/:rendition.svg']) {
    app.get<{ Params: PicturePath }>(path, ({ params }, reply) => sendPicture(params, reply))
  }
}

function sendPicture({ kind, number }: PicturePath, reply: FastifyReply): FastifyReply | void {
  const isNumber = /^[1-9]\d{0,9}$/.test(number) && Number(number) <= LARGEST_NUMBER
  if (!isPaintingKind(kind) || !isNumber) return reply.callNotFound()
  return reply
    .type('image/svg+xml')
    .headers({
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    .send(painting(kind, Number(number) - 1))
}
