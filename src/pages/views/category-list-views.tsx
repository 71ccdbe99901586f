import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { ListView } from '../components/list-view.tsx'
import { NAME_ORDERINGS } from '../components/list-view.tsx'
import type { ViewProps } from '../components/view.ts'
import { WordList } from '../components/text.tsx'

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
