import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { Card } from '../components/card.tsx'
import { imageProps } from '../components/card.tsx'
import { ListView } from '../components/list-view.tsx'
import { NAME_ORDERINGS } from '../components/list-view.tsx'
import type { ViewProps } from '../components/view.ts'

/** Who offers the artworks. */
export function GalleryListView(viewed: ViewProps<components['schemas']['GalleryPage']>): VNode {
  const { body, pictures } = viewed
  return (
    <ListView viewed={viewed} title="Galleries" orderings={NAME_ORDERINGS}>
      <ul class="grid wide">
        {body.results.map((gallery) => (
          <Card key={gallery.id} heading={gallery.name} picture={imageProps(gallery, pictures)}>
            {gallery.summary && <p>{gallery.summary}</p>}
            <p>{gallery.address || gallery.city}</p>
            <p class="faint">Artworks: {gallery.total_artworks}</p>
          </Card>
        ))}
      </ul>
    </ListView>
  )
}
