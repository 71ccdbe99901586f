import type { ComponentChildren, VNode } from 'preact'

/** Text in which `code` stands between backticks, as in Markdown. */
export function MarkedUp({ children: text }: { readonly children: string }): VNode {
  const pieces: ComponentChildren[] = text
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? <code key={index}>{piece}</code> : piece))
  return <>{pieces}</>
}
