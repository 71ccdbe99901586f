import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { ListView } from '../components/list-view.tsx'
import { NAME_ORDERINGS } from '../components/list-view.tsx'
import type { ViewProps } from '../components/view.ts'
import { WordList } from '../components/text.tsx'

/** Words that describe artworks. */
export function TagListView(viewed: ViewProps<components['schemas']['TagPage']>): VNode {
  return (
    <ListView viewed={viewed} title="Tags" orderings={NAME_ORDERINGS}>
      <WordList words={viewed.body.results} />
    </ListView>
  )
}
