import { Fragment, type VNode, type ComponentChildren } from 'preact'
import type { Listing, ListQuery } from './list-query.ts'
import { collectionPath, type Site } from '../site.ts'

const whole = new Intl.NumberFormat('en')

/** Something to see: no sign that is blank or only changes those beside it. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** A longer `name` is refused by the lists (contract, parameter `name`). */
const LONGEST_NAME = 200

/** A text from the data in its own direction, whatever stands beside it (Unicode UAX 9). */
export function Isolated({ children }: { readonly children: string }): VNode {
  return <bdi>{withoutStrayEnds(children)}</bdi>
}

interface IsolatedListProps {
  readonly texts: readonly string[]
  readonly separator?: string
}

/** Texts from the data in a row, each of them so. */
export function IsolatedList({ texts, separator = ', ' }: IsolatedListProps): VNode {
  return (
    <>
      {texts.map((text, index) => (
        <Fragment key={index}>
          {index > 0 && separator}
          <Isolated>{text}</Isolated>
        </Fragment>
      ))}
    </>
  )
}

const ISOLATE_START = /[\u2066-\u2068]/

const ISOLATE_END = '\u2069'

/** One that ends no isolate of the text itself would end that of the element around it. */
function withoutStrayEnds(text: string): string {
  if (!text.includes(ISOLATE_END)) return text
  let open = 0
  return Array.from(text, (sign) => {
    if (ISOLATE_START.test(sign)) open += 1
    if (sign !== ISOLATE_END) return sign
    if (open === 0) return ''
    open -= 1
    return sign
  }).join('')
}

/**
 * An address of this service without its host, so that whoever follows it stays at the host that
 * they came by.
 */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** Which records of how many a page shows: `19–36 of 5,651`. */
export function rangeText({ count, results }: Listing, { offset, given }: ListQuery): string {
  const status = given['publish_status']
  const state = status === undefined || status === 'published' ? '' : `, ${status}`
  if (results.length === 0) return `None of ${whole.format(count)}${state}`
  const range = `${whole.format(offset + 1)}–${whole.format(offset + results.length)}`
  return `${range} of ${whole.format(count)}${state}`
}

/** A title that can be seen, and so be read and followed. */
export function titleText(title: string): string {
  return VISIBLE.test(title) ? title : 'Untitled'
}

interface WebLinkProps {
  readonly url: string
  readonly children: ComponentChildren
}

/** A link to an address from the data. Nothing but http and https is ever one. */
export function WebLink({ url, children }: WebLinkProps): VNode {
  if (!/^https?:\/\//i.test(url)) return <span>{children}</span>
  return (
    <a href={url} rel="noreferrer">
      {children}
    </a>
  )
}

interface NameLinkProps {
  readonly site: Site
  /** The collection that the record is of, as in its path. */
  readonly collection: string
  readonly name: string
}

/** The name of a record that has no address of its own, with a link to where its list shows it. */
export function NameLink({ site, collection, name }: NameLinkProps): VNode {
  if (name.length === 0 || name.length > LONGEST_NAME) return <Isolated>{name}</Isolated>
  const query = new URLSearchParams({ name }).toString()
  return (
    <a href={`${collectionPath(site, collection)}?${query}`}>
      <Isolated>{name}</Isolated>
    </a>
  )
}
