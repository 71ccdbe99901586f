import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { projectRoot } from '../../src/config.ts'
import { artworkColors } from './artworks.ts'
import { randomSource, type Random } from './random.ts'
import { PALETTE } from './words.ts'

const FOLDER = path.join(projectRoot(), 'scripts/demo/paintings')
const MAX_NUMBER = 2_147_483_647

/** Serves the pictures of the demo catalogue, under the default MEDIA_URL. */
export async function serveDemoPictures(app: FastifyInstance): Promise<void> {
  // Every rendition is the same drawing, which has no size of its own.
  for (const url of ['/media/:kind/:number.svg', '/media/:kind/:number/:rendition.svg']) {
    app.get<{ Params: PicturePath }>(url, ({ params }, reply) => sendPicture(params, reply))
  }
}

interface PicturePath {
  readonly kind: string
  readonly number: string
}

function sendPicture({ kind, number }: PicturePath, reply: FastifyReply): FastifyReply | void {
  const isNumber = /^[1-9]\d{0,9}$/.test(number) && Number(number) <= MAX_NUMBER
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

/** The drawings of each kind of record, by the beginning of their file names. */
const DRAWINGS = {
  artworks: drawings('artwork'),
  events: drawings('room'),
  venues: drawings('room'),
  galleries: drawings('room'),
  artists: drawings('portrait'),
}

function drawings(subject: string): string[] {
  const files = readdirSync(FOLDER).filter((file) => file.startsWith(subject))
  return files.toSorted().map((file) => readFileSync(path.join(FOLDER, file), 'utf8'))
}

type PaintingKind = keyof typeof DRAWINGS

function isPaintingKind(kind: string): kind is PaintingKind {
  return Object.hasOwn(DRAWINGS, kind)
}

/** In a drawing, `$2+55-30` is colour 2, mixed with 55 % of the paper's and then 30 % of the ink's. */
const COLOR = /\$(\d)((?:[+-]\d\d)*)/g

/** The picture of item n as an SVG document: always the same, in the colours of its record. */
export function painting(kind: PaintingKind, n: number): string {
  const random = randomSource(`painting of ${kind}`)(n)
  const drawing = random.pick(DRAWINGS[kind])
  const pigments = pigmentsOf(kind === 'artworks' ? artworkColors(n) : anyColors(random), random)
  return drawing.replace(COLOR, (_, index: string, mixtures: string) => {
    const mixed = (mixtures.match(/.../g) ?? []).reduce(mixedAs, pigments[Number(index)] ?? INK)
    return `rgb(${mixed.map(Math.round).join(' ')})`
  })
}

/** Red, green and blue from 0 to 255. */
type Rgb = readonly number[]

const PAPER: Rgb = [242, 233, 217]
const INK: Rgb = [38, 34, 40]

/** The record of other items names no colours. */
function anyColors(random: Random): number[] {
  return Array.from({ length: 3 }, () => random.below(PALETTE.length))
}

/** Three light colours, and the first two of them darkened. */
function pigmentsOf(places: readonly number[], random: Random): Rgb[] {
  const pure = places.map((place): Rgb => PALETTE[place]?.rgb ?? INK)
  return [
    ...pure.map((color) => mixture(color, PAPER, 0.15 + random.next() * 0.2)),
    ...pure.slice(0, 2).map((color) => mixture(color, INK, 0.45)),
  ]
}

function mixedAs(color: Rgb, text: string): Rgb {
  return mixture(color, text.startsWith('+') ? PAPER : INK, Number(text.slice(1)) / 100)
}

function mixture(color: Rgb, other: Rgb, share: number): Rgb {
  return color.map((value, index) => value * (1 - share) + (other[index] ?? 0) * share)
}
