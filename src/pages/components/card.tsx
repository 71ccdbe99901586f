import type { ComponentChildren, VNode } from 'preact'
import { parsedUrl } from '../../config.ts'
import type { PictureOrigins } from './view.ts'
import { WebLink } from './text.tsx'

interface CardProps {
  readonly heading: ComponentChildren
  /** One below what the card stands under. */
  readonly level?: 'h2' | 'h3'
  /** Undefined where the record has no picture: its place stays empty. */
  readonly picture: PictureProps | undefined
  readonly children: ComponentChildren
}

/** A record in a list of such: its picture, its name, and what else to know at a glance. */
export function Card({ heading, level: Heading = 'h2', picture, children }: CardProps): VNode {
  return (
    <li class="card">
      <div class="frame">{picture && <Picture {...picture} />}</div>
      <div class="label">
        <Heading>{heading}</Heading>
        {children}
      </div>
    </li>
  )
}

export interface PictureProps {
  readonly src: string
  /** What to read out in its place. */
  readonly alt: string
  readonly origins: PictureOrigins
  /** Whether it is what the page is about, and needed at once. */
  readonly isMain?: boolean
  /** A colour of the picture, as CSS has it, to give a hint of it before it is there. */
  readonly tint?: string | undefined
}

/** A picture of the media host; of one elsewhere, which is not loaded from here, the address. */
export function Picture({ src, alt, origins, isMain = false, tint }: PictureProps): VNode {
  const url = parsedUrl(src)
  if (url === undefined || !origins.has(url.origin)) {
    return (
      <p class="elsewhere">
        <WebLink url={src}>{`Picture at ${url?.host ?? 'another address'}`}</WebLink>
      </p>
    )
  }
  return (
    <>
      {tint && <Tint color={tint} />}
      <img src={src} alt={alt} loading={isMain ? 'eager' : 'lazy'} decoding="async" />
    </>
  )
}

/** A drawing, because the content security policy allows no styles from the data. */
function Tint({ color }: { readonly color: string }): VNode {
  return (
    <svg class="tint" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width="1" height="1" fill={color} />
    </svg>
  )
}
