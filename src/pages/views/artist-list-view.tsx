import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { Card } from '../components/card.tsx'
import { imageProps } from '../components/card.tsx'
import { ListView } from '../components/list-view.tsx'
import { NAME_ORDERINGS } from '../components/list-view.tsx'
import type { ViewProps } from '../components/view.ts'

/** Who makes the artworks. */
export function ArtistListView(viewed: ViewProps<components['schemas']['ArtistPage']>): VNode {
  const { body, pictures } = viewed
  return (
    <ListView viewed={viewed} title="Artists" orderings={NAME_ORDERINGS}>
      <ul class="grid">
        {body.results.map((artist) => (
          <Card key={artist.id} heading={artist.name} picture={imageProps(artist, pictures)}>
            {artist.summary && <p>{artist.summary}</p>}
            {!artist.has_artworks && <p class="faint">No artworks now</p>}
          </Card>
        ))}
      </ul>
    </ListView>
  )
}
