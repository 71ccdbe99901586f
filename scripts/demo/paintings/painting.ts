import { randomSource, type Random } from '../random.ts'
import {
  anyPigments,
  artworkPigments,
  circle,
  css,
  darkened,
  digits,
  lightened,
  rectangle,
  repeated,
  type Canvas,
  type Composition,
  type Rgb,
} from './canvas.ts'
import { COMPOSITIONS } from './compositions.ts'

type Size = readonly [width: number, height: number]

type PaintingKind = keyof typeof KINDS

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

const GRAY: Rgb = [120, 116, 112]

/** A wall of an exhibition, with paintings on it and a bench before it. */
const room: Composition = ({ width, height, colors, random }) => {
  const [wall = GRAY, ground = GRAY] = colors
  const floor = height * (0.74 + random.next() * 0.08)
  const count = random.between(1, 4)
  const share = width / (count + 0.6)
  const paintings = repeated(count, (index) => {
    const wide = share * (0.5 + random.next() * 0.28)
    const tall = Math.min(floor * 0.62, wide * (0.7 + random.next() * 0.7))
    const x = share * (index + 0.8) - wide / 2
    return hung({ width: wide, height: tall, colors, random }, x, floor * 0.46 - tall / 2)
  })
  return (
    rectangle(0, 0, width, floor, lightened(wall, 0.88)) +
    rectangle(0, floor, width, height - floor, darkened(lightened(ground, 0.55), 0.3)) +
    rectangle(0, floor - height * 0.012, width, height * 0.012, lightened(wall, 0.7)) +
    paintings +
    (random.chance(0.6) ? bench(width, height, floor, random.next()) : '')
  )
}

/** A painting in its frame. */
function hung(canvas: Canvas, x: number, y: number): string {
  const { width, height, random } = canvas
  const edge = 5
  const shadow = rectangle(x, y + 4, width + edge, height + edge, GRAY, ' opacity=".35"')
  const frame = rectangle(x - edge, y - edge, width + 2 * edge, height + 2 * edge, [46, 40, 36])
  const place = `x="${digits(x)}" y="${digits(y)}" width="${digits(width)}" height="${digits(height)}"`
  return `${shadow}${frame}<svg ${place}>${random.pick(COMPOSITIONS)(canvas)}</svg>`
}

function bench(width: number, height: number, floor: number, share: number): string {
  const x = width * (0.15 + share * 0.4)
  const wide = width * 0.26
  const y = floor + height * 0.06
  const thick = height * 0.03
  const legs = [x + wide * 0.08, x + wide * 0.86].map((leg) =>
    rectangle(leg, y, wide * 0.06, height * 0.1, [52, 44, 38]),
  )
  return legs.join('') + rectangle(x, y, wide, thick, [92, 74, 58])
}

/** A portrait in a few shapes. */
const portrait: Composition = ({ width, height, colors, random }) => {
  const [ground = GRAY, coat = GRAY, hair = GRAY] = colors
  const x = width * (0.44 + random.next() * 0.12)
  const head = width * 0.17
  const y = height * 0.42
  const skin: Rgb = random.pick([
    [236, 204, 178],
    [205, 158, 122],
    [150, 104, 76],
    [98, 66, 50],
  ] as const)
  const shoulders = `M${digits(x - width * 0.36)} ${height}C${digits(x - width * 0.34)} ${digits(height * 0.68)} ${digits(x + width * 0.34)} ${digits(height * 0.68)} ${digits(x + width * 0.36)} ${height}z`
  return (
    rectangle(0, 0, width, height, lightened(ground, 0.55)) +
    circle(x, y - head * 0.25, head * 1.22, darkened(hair, 0.5)) +
    `<path d="${shoulders}" fill="${css(coat)}"/>` +
    rectangle(x - head * 0.4, y + head * 0.6, head * 0.8, head * 1.1, skin, ' rx="14"') +
    `<ellipse cx="${digits(x)}" cy="${digits(y + head * 0.12)}" rx="${digits(head * 0.86)}" ry="${digits(head * 1.08)}" fill="${css(skin)}"/>`
  )
}

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
