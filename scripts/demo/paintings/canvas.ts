import type { Random } from '../random.ts'
import { css, type Rgb } from './colors.ts'

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
