import type { VNode } from 'preact'
import type { components } from '../../generated/v1.ts'
import { ListPage } from '../browse/list-page.tsx'
import { NAME_ORDERINGS } from '../browse/name-orderings.ts'
import type { Viewed } from '../browse/view.ts'
import { WordList } from '../browse/word-list.tsx'

type Schemas = components['schemas']

/** Kinds of artworks. */
export function ArtworkCategoryListPage(viewed: Viewed<Schemas['ArtworkCategoryPage']>): VNode {
  return (
    <ListPage viewed={viewed} title="Artwork categories" orderings={NAME_ORDERINGS}>
      <WordList words={viewed.body.results} />
    </ListPage>
  )
}

/** Kinds of events. */
export function EventCategoryListPage(viewed: Viewed<Schemas['EventCategoryPage']>): VNode {
  return (
    <ListPage viewed={viewed} title="Event categories" orderings={NAME_ORDERINGS}>
      <WordList words={viewed.body.results} />
    </ListPage>
  )
}
