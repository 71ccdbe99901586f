import type { ComponentChildren, VNode } from 'preact'
import { parsedUrl } from '../../config.ts'
import type { PictureOrigins } from './view.ts'
import { WebLink } from './text.tsx'

interface CardProps {
  readonly heading: ComponentChildren
  /** One level below the heading above the card. */
  readonly level?: 'h2' | 'h3'
  /** Undefined without a picture; its space stays empty. */
  readonly picture: PictureProps | undefined
  readonly children: ComponentChildren
}

/** A record in a list: picture, name, and the most important facts. */
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
  /** The alternative text. */
  readonly alt: string
  readonly origins: PictureOrigins
  /** Whether it is the main picture of the view, which loads eagerly. */
  readonly isMain?: boolean
  /** A CSS colour to show until the picture has loaded. */
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
