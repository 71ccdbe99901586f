import type { ComponentChildren, VNode } from 'preact'

/** What something is called and what it is; one that is null, empty or false is not shown. */
export type Fact = readonly [term: string, value: ComponentChildren]

interface FactsProps {
  /** Heading of the facts; without one they stand alone. */
  readonly title?: string
  readonly facts: readonly Fact[]
}

/** Terms and values, or nothing where nothing is known. */
export function Facts({ title, facts }: FactsProps): VNode | null {
  const known = facts.filter(([, value]) => isKnown(value))
  if (known.length === 0) return null
  const list = (
    <dl class="facts">
      {known.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
  if (title === undefined) return list
  return (
    <section>
      <h2>{title}</h2>
      {list}
    </section>
  )
}

/** Zero is something known. */
function isKnown(value: ComponentChildren): boolean {
  return value !== null && value !== undefined && value !== false && value !== ''
}
