import { circle, digits, rectangle, repeated, type Composition } from './canvas.ts'
import { css, darkened, INK, lightened, type Rgb } from './colors.ts'

/** Soft-edged fields of colour above each other. */
export const fields: Composition = ({ width, height, colors, random }) => {
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
export const horizon: Composition = ({ width, height, colors, random }) => {
  const [sky = INK, land = INK, sun = INK, shade = INK] = colors
  const line = height * (0.45 + random.next() * 0.3)
  const bands = random.between(4, 8)
  return (
    rectangle(0, 0, width, height, lightened(sky, 0.9)) +
    repeated(bands, (index) =>
      rectangle(
        0,
        (line * index) / bands,
        width,
        line / bands + 1,
        lightened(sky, 0.15 + (0.75 * index) / bands),
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
export const strokes: Composition = ({ width, height, colors, random }) =>
  rectangle(0, 0, width, height, lightened(colors[1] ?? INK, 0.75)) +
  repeated(random.between(9, 18), () => {
    const from = `${digits(random.next() * width * 0.4)} ${digits(random.next() * height)}`
    const bend = `${digits(random.next() * width)} ${digits(random.next() * height)}`
    const to = `${digits(width * (0.6 + random.next() * 0.4))} ${digits(random.next() * height)}`
    const broad = digits(width * (0.01 + random.next() ** 2 * 0.09))
    return `<path d="M${from}Q${bend} ${to}" fill="none" stroke="${css(random.pick(colors))}" stroke-width="${broad}" stroke-linecap="round" opacity=".85"/>`
  })
