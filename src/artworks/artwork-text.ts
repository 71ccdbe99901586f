import type { components } from '../../generated/v1.ts'

type Artwork = components['schemas']['Artwork']

/** Who made it, in the order of their credits. */
export function artistNames({ artists }: Pick<Artwork, 'artists'>): string[] {
  return artists.length === 0 ? ['Artist unknown'] : artists.map(({ name }) => name)
}

/** What to read out instead of its picture. */
export function alternativeText(artwork: Pick<Artwork, 'artists' | 'title' | 'featured_image'>) {
  return (
    artwork.featured_image.alt_text || `${artwork.title}, by ${artistNames(artwork).join(', ')}`
  )
}

/** `1987`, or `300 BCE` for a negative one; null when it is not known. */
export function yearText(year: number | null): string | null {
  if (year === null) return null
  return year < 0 ? `${-year} BCE` : String(year)
}

/** The picture's main colour, as CSS has it. */
export function mainColor({ featured_image }: Pick<Artwork, 'featured_image'>): string | undefined {
  const value = featured_image.colors_data[0]?.value
  return value === undefined ? undefined : `rgb${value}`
}
