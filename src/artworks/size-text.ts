import type { components } from '../../generated/v1.ts'

type Size = Pick<components['schemas']['Artwork'], 'size_h' | 'size_w' | 'size_d' | 'units'>

/** How units are written; one that is new is written out. */
const SYMBOLS: Readonly<Record<string, string>> = { centimeter: 'cm', inch: 'in' }

const sides = new Intl.NumberFormat('en', { maximumFractionDigits: 6, useGrouping: false })

/** Height × width × depth, `60.5 × 80 × 4 cm`; what is known of them, empty where nothing is. */
export function sizeText({ size_h, size_w, size_d, units }: Size): string {
  const unit = SYMBOLS[units] ?? units
  if (size_h !== null && size_w !== null) {
    const known = [size_h, size_w, ...(size_d === null ? [] : [size_d])]
    return `${known.map((side) => sides.format(side)).join(' × ')} ${unit}`
  }
  const named = { height: size_h, width: size_w, depth: size_d }
  return Object.entries(named)
    .flatMap(([name, side]) => (side === null ? [] : [`${name} ${sides.format(side)} ${unit}`]))
    .join(', ')
}
