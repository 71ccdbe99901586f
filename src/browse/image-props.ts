import type { components } from '../../generated/v1.ts'
import type { PictureProps } from './picture.tsx'
import type { PictureOrigins } from './view.ts'

interface Pictured {
  readonly name: string
  readonly featured_image: components['schemas']['Image'] | null
}

/** How to show the picture of an artist or a gallery; undefined without one. */
export function imageProps(
  { name, featured_image: image }: Pictured,
  origins: PictureOrigins,
): PictureProps | undefined {
  if (image === null) return undefined
  return { src: image.image, alt: image.alt_text || `Picture of ${name}`, origins }
}
