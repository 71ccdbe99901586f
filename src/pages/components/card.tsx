import type { ComponentChildren, VNode } from 'preact'
import { parsedUrl } from '../../config.ts'
import type { Pictures } from '../pictures.ts'
import { WebLink } from './text.tsx'

interface CardProps {
  readonly heading: ComponentChildren
  /** One level below the heading above the card. */
  readonly level?: 'h2' | 'h3'
  /** Undefined without a picture; a drawing is in its place. */
  readonly picture: PictureProps | undefined
  readonly children: ComponentChildren
}

/** A record in a list: picture, name, and the most important facts. */
export function Card({ heading, level: Heading = 'h2', picture, children }: CardProps): VNode {
  return (
    <li class="card">
      <div class="frame">{picture ? <Picture {...picture} /> : <NoPicture />}</div>
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
  readonly pictures: Pictures
  /** Whether it is the main picture of the view, which loads eagerly. */
  readonly isMain?: boolean
  /** A CSS colour to show until the picture has loaded. */
  readonly tint?: string | undefined
}

/** A picture; a drawing in place of the placeholder; the address of one that no view may load. */
export function Picture({ src, alt, pictures, isMain = false, tint }: PictureProps): VNode {
  if (pictures.isPlaceholder(src)) return <NoPicture />
  const address = pictures.addressOf(src)
  if (address === undefined) {
    return (
      <p class="elsewhere">
        <WebLink url={src}>{`Picture at ${parsedUrl(src)?.host ?? 'another address'}`}</WebLink>
      </p>
    )
  }
  return (
    <>
      {tint && <Tint color={tint} />}
      <img src={address} alt={alt} loading={isMain ? 'eager' : 'lazy'} />
    </>
  )
}

interface RecordPictureProps extends Omit<PictureProps, 'isMain'> {
  readonly caption?: string | null
  /** Whether it shows a room, and not a work. */
  readonly isScene?: boolean
}

/** The picture at the head of the view of a record. */
export function RecordPicture({ caption, isScene = true, ...picture }: RecordPictureProps): VNode {
  return (
    <figure>
      <div class={isScene ? 'frame large scene' : 'frame large'}>
        <Picture {...picture} isMain />
      </div>
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

/** An empty frame in the colours of the page, which needs no request. */
function NoPicture(): VNode {
  return (
    <svg class="no-picture" viewBox="0 0 180 160" role="img" aria-label="No picture yet">
      <path d="M3 3h174v154H3zM6 137l50-60 36 42 26-30 56 62M116 45a14 14 0 1 1 28 0 14 14 0 1 1-28 0" />
    </svg>
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
