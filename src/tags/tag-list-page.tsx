import type { VNode } from 'preact'
import type { components } from '../../generated/v1.ts'
import { ListView } from '../browse/list-page.tsx'
import { NAME_ORDERINGS } from '../browse/name-orderings.ts'
import type { ViewProps } from '../browse/view.ts'
import { WordList } from '../browse/word-list.tsx'

/** Words that describe artworks. */
export function TagListView(viewed: ViewProps<components['schemas']['TagPage']>): VNode {
  return (
    <ListView viewed={viewed} title="Tags" orderings={NAME_ORDERINGS}>
      <WordList words={viewed.body.results} />
    </ListView>
  )
}
