import { circle, digits, rectangle, repeated, type Composition } from './canvas.ts'
import { css, INK, lightened } from './colors.ts'

/** Discs that shine through each other. */
export const discs: Composition = ({ width, height, colors, random }) =>
  rectangle(0, 0, width, height, lightened(colors[0] ?? INK, 0.85)) +
  repeated(random.between(4, 9), () =>
    circle(
      random.next() * width,
      random.next() * height,
      Math.min(width, height) * (0.08 + random.next() * 0.24),
      random.pick(colors),
      ` opacity="${digits(0.6 + random.next() * 0.3)}"`,
    ),
  )

/** Upright bands, some of them narrow. */
export const bands: Composition = ({ width, height, colors, random }) => {
  let x = 0
  let painted = rectangle(0, 0, width, height, random.pick(colors))
  while (x < width) {
    const broad = width * (0.015 + random.next() ** 2 * 0.16)
    const color = random.chance(0.3) ? lightened(random.pick(colors), 0.6) : random.pick(colors)
    painted += rectangle(x, 0, broad + 1, height, color)
    x += broad
  }
  return painted
}

/** Squares of many tones. */
export const mosaic: Composition = ({ width, height, colors, random }) => {
  const columns = random.between(5, 9)
  const side = width / columns
  return repeated(Math.ceil(height / side) * columns, (index) => {
    const x = (index % columns) * side
    const y = Math.floor(index / columns) * side
    const color = lightened(random.pick(colors), random.next() * 0.6)
    const inner = random.chance(0.25)
      ? circle(x + side / 2, y + side / 2, side * 0.34, random.pick(colors))
      : ''
    return rectangle(x, y, side + 0.5, side + 0.5, color) + inner
  })
}

/** Quarters of rings, turned by chance. */
export const arcs: Composition = ({ width, height, colors, random }) => {
  const columns = random.between(2, 4)
  const side = width / columns
  return (
    rectangle(0, 0, width, height, lightened(colors[0] ?? INK, 0.8)) +
    repeated(Math.ceil(height / side) * columns, (index) => {
      const x = ((index % columns) + random.below(2)) * side
      const y = (Math.floor(index / columns) + random.below(2)) * side
      const left = (index % columns) * side
      const top = Math.floor(index / columns) * side
      const rings = repeated(3, (ring) =>
        circle(x - left, y - top, side * (0.95 - ring * 0.3), random.pick(colors)),
      )
      // A drawing within the drawing, so that its edges cut the rings.
      return `<svg x="${digits(left)}" y="${digits(top)}" width="${digits(side)}" height="${digits(side)}">${rings}</svg>`
    })
  )
}

/** A few large shapes that lie over each other, held by lines. */
export const shapes: Composition = ({ width, height, colors, random }) => {
  const unit = Math.min(width, height)
  const drawn = repeated(random.between(3, 5), () => {
    const x = width * (0.2 + random.next() * 0.6)
    const y = height * (0.2 + random.next() * 0.6)
    const side = unit * (0.18 + random.next() * 0.3)
    const color = random.pick(colors)
    if (random.chance(0.35)) return circle(x, y, side * 0.6, color, ' opacity=".92"')
    if (random.chance(0.5)) return rectangle(x - side / 2, y - side / 2, side, side * 1.3, color)
    const to = `l${digits(side)} ${digits(side * (random.next() - 0.3))}l${digits(-side * 0.6)} ${digits(side * 0.8)}`
    return `<path d="M${digits(x)} ${digits(y)}${to}z" fill="${css(color)}" opacity=".95"/>`
  })
  const lines = repeated(random.between(1, 3), () => {
    const from = `${digits(width * 0.06)} ${digits(height * random.next())}`
    const to = `${digits(width * 0.94)} ${digits(height * random.next())}`
    return `<path d="M${from}L${to}" stroke="${css(INK)}" stroke-width="${digits(unit * 0.007)}"/>`
  })
  return rectangle(0, 0, width, height, lightened(colors[0] ?? INK, 0.88)) + drawn + lines
}
