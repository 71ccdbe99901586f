import type { VNode } from 'preact'
import type { components } from '../../generated/v1.ts'
import { ListPage } from '../browse/list-page.tsx'
import { NAME_ORDERINGS } from '../browse/name-orderings.ts'
import type { Viewed } from '../browse/view.ts'
import { WordList } from '../browse/word-list.tsx'

/** Words that describe artworks. */
export function TagListPage(viewed: Viewed<components['schemas']['TagPage']>): VNode {
  return (
    <ListPage viewed={viewed} title="Tags" orderings={NAME_ORDERINGS}>
      <WordList words={viewed.body.results} />
    </ListPage>
  )
}
