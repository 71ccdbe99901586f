import { randomSource, type Random } from '../random.ts'
import type { Composition } from './canvas.ts'
import { anyPigments, artworkPigments, type Rgb } from './colors.ts'
import { COMPOSITIONS } from './compositions.ts'
import { portrait, room } from './scenes.ts'

type Size = readonly [width: number, height: number]

/** What the demo catalogue has pictures of. */
const KINDS = {
  artworks: {
    sizes: [
      [640, 800],
      [800, 640],
      [720, 720],
      [600, 800],
      [800, 560],
    ],
    compositions: COMPOSITIONS,
    colors: artworkPigments,
  },
  events: { sizes: [[960, 600]], compositions: [room], colors: (_, random) => anyPigments(random) },
  venues: { sizes: [[960, 600]], compositions: [room], colors: (_, random) => anyPigments(random) },
  galleries: {
    sizes: [[960, 600]],
    compositions: [room],
    colors: (_, random) => anyPigments(random),
  },
  artists: {
    sizes: [[640, 640]],
    compositions: [portrait],
    colors: (_, random) => anyPigments(random),
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly sizes: readonly Size[]
      readonly compositions: readonly Composition[]
      readonly colors: (n: number, random: Random) => Rgb[]
    }
  >
>

export type PaintingKind = keyof typeof KINDS

export function isPaintingKind(kind: string): kind is PaintingKind {
  return Object.hasOwn(KINDS, kind)
}

/** The picture of item n of its kind as an SVG document: always the same, in the colours of its record. */
export function painting(kind: PaintingKind, n: number): string {
  const random = randomSource(`painting of ${kind}`)(n)
  const { sizes, compositions, colors } = KINDS[kind]
  const [width, height] = random.pick<Size>(sizes)
  const pigments = colors(n, random)
  const paint = random.pick<Composition>(compositions)
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  const painted = paint({ width, height, colors: pigments, random })
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${painted}</svg>\n`
}
