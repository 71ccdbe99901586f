import type { ComponentChildren, VNode } from 'preact'
import { Picture, type PictureProps } from './picture.tsx'

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
