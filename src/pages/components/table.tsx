import type { ComponentChildren, VNode } from 'preact'

interface TableProps {
  readonly class?: string
  /** Those of the columns. */
  readonly headings: readonly string[]
  /** The rows. */
  readonly children: ComponentChildren
}

/** A table with a line of headings. */
export function Table({ headings, children, ...attributes }: TableProps): VNode {
  return (
    <table {...attributes}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
