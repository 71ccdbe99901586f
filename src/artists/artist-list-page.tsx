import type { VNode } from 'preact'
import type { components } from '../../generated/v1.ts'
import { Card } from '../browse/card.tsx'
import { imageProps } from '../browse/image-props.ts'
import { ListPage } from '../browse/list-page.tsx'
import { NAME_ORDERINGS } from '../browse/name-orderings.ts'
import type { Viewed } from '../browse/view.ts'

/** Who makes the artworks. */
export function ArtistListPage(viewed: Viewed<components['schemas']['ArtistPage']>): VNode {
  const { body, pictures } = viewed
  return (
    <ListPage viewed={viewed} title="Artists" orderings={NAME_ORDERINGS}>
      <ul class="grid">
        {body.results.map((artist) => (
          <Card key={artist.id} heading={artist.name} picture={imageProps(artist, pictures)}>
            {artist.summary && <p>{artist.summary}</p>}
            {!artist.has_artworks && <p class="faint">No artworks now</p>}
          </Card>
        ))}
      </ul>
    </ListPage>
  )
}
