import type { components } from '../../generated/v1.ts'

export type PictureInput = components['schemas']['PictureInput']

/** The picture that records without one of their own show (schema/8-reference-data.sql). */
export const PLACEHOLDER_IMAGE_ID = 1

/** A picture as it is stored first: until renditions are made, each is the picture itself. */
export function pictureColumns<Rendition extends string>(
  { full_size, caption = null, alt_text = null, description = null }: PictureInput,
  renditions: readonly Rendition[],
) {
  return { caption, alt_text, description, ...everyRendition(full_size, renditions) }
}

export function everyRendition<Rendition extends string>(
  url: string,
  renditions: readonly Rendition[],
): Record<Rendition, string> {
  return Object.fromEntries(renditions.map((name) => [name, url])) as Record<Rendition, string>
}
