import { Fragment, type VNode } from 'preact'

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
