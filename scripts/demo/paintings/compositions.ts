import {
  type Composition,
  circle,
  digits,
  rectangle,
  repeated,
  css,
  INK,
  lightened,
  darkened,
  type Rgb,
} from './canvas.ts'

/** Discs that shine through each other. */
const discs: Composition = ({ width, height, colors, random }) =>
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
const bands: Composition = ({ width, height, colors, random }) => {
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
const mosaic: Composition = ({ width, height, colors, random }) => {
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
const arcs: Composition = ({ width, height, colors, random }) => {
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
const shapes: Composition = ({ width, height, colors, random }) => {
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

/** Soft-edged fields of colour above each other. */
const fields: Composition = ({ width, height, colors, random }) => {
  const count = random.between(2, 3)
  const margin = width * 0.08
  const gap = height * 0.03
  const room = height - 2 * margin - gap * (count - 1)
  const shares = Array.from({ length: count }, () => 0.5 + random.next())
  const whole = shares.reduce((sum, share) => sum + share, 0)
  let y = margin
  return (
    rectangle(0, 0, width, height, darkened(colors[0] ?? INK, 0.25)) +
    repeated(count, (index) => {
      const tall = (room * (shares[index] ?? 1)) / whole
      const color = colors[(index + 1) % colors.length] ?? INK
      const layers = repeated(4, (layer) => {
        const inset = layer * 5
        return rectangle(
          margin - 9 + inset,
          y - 9 + inset,
          width - 2 * (margin - 9 + inset),
          tall + 18 - 2 * inset,
          color,
          ' opacity=".45" rx="9"',
        )
      })
      y += tall + gap
      return layers
    })
  )
}

/** Land below a sky, and what stands in it. */
const horizon: Composition = ({ width, height, colors, random }) => {
  const [sky = INK, land = INK, sun = INK, shade = INK] = colors
  const line = height * (0.45 + random.next() * 0.3)
  const steps = random.between(4, 8)
  return (
    rectangle(0, 0, width, height, lightened(sky, 0.9)) +
    repeated(steps, (index) =>
      rectangle(
        0,
        (line * index) / steps,
        width,
        line / steps + 1,
        lightened(sky, 0.15 + (0.75 * index) / steps),
      ),
    ) +
    circle(
      width * (0.2 + random.next() * 0.6),
      line * (0.4 + random.next() * 0.4),
      width * (0.06 + random.next() * 0.08),
      lightened(sun, 0.1),
    ) +
    hills(width, height, line, [land, darkened(land, 0.35), shade], random.next())
  )
}

/** Three ranges of hills, the nearest the darkest. */
function hills(
  width: number,
  height: number,
  line: number,
  colors: readonly Rgb[],
  phase: number,
): string {
  return colors
    .map((color, index) => {
      const top = line + ((height - line) * index) / colors.length
      const swing = (height - line) * 0.16
      const points = Array.from({ length: 13 }, (_, step) => {
        const angle = (step / 12) * (4 + index) + phase * 9 + index * 2
        return `${digits((width * step) / 12)} ${digits(top + Math.sin(angle) * swing)}`
      })
      return `<path d="M0 ${height}L${points.join('L')}L${width} ${height}z" fill="${css(color)}" stroke="${css(color)}" stroke-linejoin="round"/>`
    })
    .join('')
}

/** Long strokes of a broad brush. */
const strokes: Composition = ({ width, height, colors, random }) =>
  rectangle(0, 0, width, height, lightened(colors[1] ?? INK, 0.75)) +
  repeated(random.between(9, 18), () => {
    const from = `${digits(random.next() * width * 0.4)} ${digits(random.next() * height)}`
    const bend = `${digits(random.next() * width)} ${digits(random.next() * height)}`
    const to = `${digits(width * (0.6 + random.next() * 0.4))} ${digits(random.next() * height)}`
    const broad = digits(width * (0.01 + random.next() ** 2 * 0.09))
    return `<path d="M${from}Q${bend} ${to}" fill="none" stroke="${css(random.pick(colors))}" stroke-width="${broad}" stroke-linecap="round" opacity=".85"/>`
  })

/** Every way to paint. */
export const COMPOSITIONS: readonly Composition[] = [
  fields,
  horizon,
  discs,
  strokes,
  bands,
  mosaic,
  arcs,
  shapes,
]
