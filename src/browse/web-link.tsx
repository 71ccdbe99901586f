import type { ComponentChildren, VNode } from 'preact'

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
