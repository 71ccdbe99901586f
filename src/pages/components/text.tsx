import { Fragment, type VNode, type ComponentChildren } from 'preact'
import type { Listing, ListQuery } from './list-query.ts'
import { collectionPath, type Site } from '../site.ts'

const whole = new Intl.NumberFormat('en')

/** A visible character: neither blank nor a mark or control character. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** Lists reject a longer `name` (contract, parameter `name`). */
const LONGEST_NAME = 200

/** A text from the data, isolated so that its direction affects nothing beside it (Unicode UAX 9). */
export function Isolated({ children }: { readonly children: string }): VNode {
  return <bdi>{withoutStrayEnds(children)}</bdi>
}

interface IsolatedListProps {
  readonly texts: readonly string[]
  readonly separator?: string
}

/** Isolated texts with commas between them. */
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

/** Removes an unmatched POP DIRECTIONAL ISOLATE, which would end the isolate of the element. */
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
 * A URL of this service without its host, so that a link stays on the host of the browser.
 */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** The position of a page: `19–36 of 5,651`. */
export function rangeText({ count, results }: Listing, { offset, given }: ListQuery): string {
  const status = given['publish_status']
  const state = status === undefined || status === 'published' ? '' : `, ${status}`
  if (results.length === 0) return `None of ${whole.format(count)}${state}`
  const range = `${whole.format(offset + 1)}–${whole.format(offset + results.length)}`
  return `${range} of ${whole.format(count)}${state}`
}

/** The title, or a placeholder for one without a visible character. */
export function titleText(title: string): string {
  return VISIBLE.test(title) ? title : 'Untitled'
}

interface WebLinkProps {
  readonly url: string
  readonly children: ComponentChildren
}

/** A link to a URL from the data; only http and https become links. */
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
  /** The collection of the record, as in its path. */
  readonly collection: string
  readonly name: string
}

/** The name of a record without a view of its own, as a link into its list. */
export function NameLink({ site, collection, name }: NameLinkProps): VNode {
  if (name.length === 0 || name.length > LONGEST_NAME) return <Isolated>{name}</Isolated>
  const query = new URLSearchParams({ name }).toString()
  return (
    <a href={`${collectionPath(site, collection)}?${query}`}>
      <Isolated>{name}</Isolated>
    </a>
  )
}
