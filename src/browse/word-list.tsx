import type { VNode } from 'preact'

interface Word {
  readonly id: number
  readonly name: string
  readonly description: string | null
}

/** Records that are little more than their name: categories and tags. */
export function WordList({ words }: { readonly words: readonly Word[] }): VNode {
  return (
    <ul class="words">
      {words.map(({ id, name, description }) => (
        <li key={id}>
          <h2>{name}</h2>
          {description && <p>{description}</p>}
        </li>
      ))}
    </ul>
  )
}
