import { artworkColors } from '../artworks.ts'
import type { Random } from '../random.ts'
import { PALETTE } from '../words/palette.ts'

/** What a painting is made on and with. */
export interface Canvas {
  readonly width: number
  readonly height: number
  readonly colors: readonly Rgb[]
  readonly random: Random
}

/** Paints on a canvas: the elements of an SVG drawing, in its coordinates. */
export type Composition = (canvas: Canvas) => string

/** A number with no more digits than can be seen. */
export function digits(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export function rectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: Rgb,
  extra = '',
): string {
  const place = `x="${digits(x)}" y="${digits(y)}"`
  const size = `width="${digits(width)}" height="${digits(height)}"`
  return `<rect ${place} ${size} fill="${css(fill)}"${extra}/>`
}

export function circle(x: number, y: number, radius: number, fill: Rgb, extra = ''): string {
  return `<circle cx="${digits(x)}" cy="${digits(y)}" r="${digits(radius)}" fill="${css(fill)}"${extra}/>`
}

/** As many pieces as `count`, one after the other. */
export function repeated(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join('')
}

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number]

const PAPER: Rgb = [242, 233, 217]
export const INK: Rgb = [38, 34, 40]

/** As CSS has it. */
export function css([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`
}

/** The colours that the record of artwork n names, as a painter would mix them. */
export function artworkPigments(n: number, random: Random): Rgb[] {
  return pigments(artworkColors(n, PALETTE.length), random)
}

/** Colours for a picture whose record names none. */
export function anyPigments(random: Random): Rgb[] {
  return pigments(
    Array.from({ length: 3 }, () => random.below(PALETTE.length)),
    random,
  )
}

function pigments(places: readonly number[], random: Random): Rgb[] {
  const pure = places.map((place): Rgb => {
    const [, red, green, blue] = PALETTE[place] ?? ['', 0, 0, 0]
    return [red, green, blue]
  })
  return [
    ...pure.map((color) => mixed(color, PAPER, 0.15 + random.next() * 0.2)),
    ...pure.slice(0, 2).map((color) => mixed(color, INK, 0.45)),
  ]
}

/** A light ground that goes with a colour. */
export function lightened(color: Rgb, share = 0.8): Rgb {
  return mixed(color, PAPER, share)
}

export function darkened(color: Rgb, share = 0.6): Rgb {
  return mixed(color, INK, share)
}

/** `share` of the second colour in the first. */
function mixed(color: Rgb, other: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2): number =>
    Math.round(color[index] * (1 - share) + other[index] * share)
  return [part(0), part(1), part(2)]
}
