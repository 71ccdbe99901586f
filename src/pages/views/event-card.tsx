import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { Card } from '../components/card.tsx'
import { MapLink } from '../components/facts.tsx'
import { isolatedText, IsolatedList, titleText } from '../components/text.tsx'
import type { ViewProps } from '../components/view.ts'
import { collectionPath } from '../site.ts'
import { visitedPlaceOf } from '../../events/event-place.ts'
import { admissionText, eventPlace, EventTimes } from './event-facts.tsx'

interface EventCardProps {
  readonly event: components['schemas']['Event']
  readonly viewed: Pick<ViewProps<object>, 'site' | 'pictures'>
}

/** The label of a picture: title, times, place, kind. */
export function EventCard({ event, viewed: { site, pictures } }: EventCardProps): VNode {
  const { venue, featured_image: image } = event
  const picture = {
    src: image.image.crop_medium_webp,
    alt: image.alt_text || `Picture of ${isolatedText(event.title)}`,
    pictures,
  }
  const kind = [event.category.name, admissionText(event)].filter(Boolean)
  return (
    <Card
      heading={
        <a href={`${collectionPath(site, 'events')}${event.id}/`}>{titleText(event.title)}</a>
      }
      level="h3"
      picture={picture}
    >
      <p class="when">
        <EventTimes event={event} />
      </p>
      <p>
        <IsolatedList texts={[venue.name, ...eventPlace(event)]} />{' '}
        <MapLink geolocation={visitedPlaceOf(event)} place={venue.name} />
      </p>
      <p class="faint">
        <IsolatedList texts={kind} separator=" · " />
      </p>
    </Card>
  )
}
