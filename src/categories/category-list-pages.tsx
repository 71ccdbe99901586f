import type { VNode } from 'preact'
import type { components } from '../../generated/v1.ts'
import { ListView } from '../browse/list-page.tsx'
import { NAME_ORDERINGS } from '../browse/name-orderings.ts'
import type { ViewProps } from '../browse/view.ts'
import { WordList } from '../browse/word-list.tsx'

type Schemas = components['schemas']

/** Kinds of artworks. */
export function ArtworkCategoryListView(viewed: ViewProps<Schemas['ArtworkCategoryPage']>): VNode {
  return (
    <ListView viewed={viewed} title="Artwork categories" orderings={NAME_ORDERINGS}>
      <WordList words={viewed.body.results} />
    </ListView>
  )
}

/** Kinds of events. */
export function EventCategoryListView(viewed: ViewProps<Schemas['EventCategoryPage']>): VNode {
  return (
    <ListView viewed={viewed} title="Event categories" orderings={NAME_ORDERINGS}>
      <WordList words={viewed.body.results} />
    </ListView>
  )
}
