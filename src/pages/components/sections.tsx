import type { VNode } from 'preact'
import type { Parts, Section } from '../parts.ts'
import { ArtworkCard } from '../views/artwork-card.tsx'
import { EventCard } from '../views/event-card.tsx'
import { Isolated } from './text.tsx'
import type { ViewProps } from './view.ts'

type Viewed = Pick<ViewProps<object>, 'site' | 'pictures' | 'parts'>

/** The first records of other lists, each list with a link to all of it. Of a long list, none may have been found. */
export function Sections({ viewed }: { readonly viewed: Viewed }): VNode {
  const sections = viewed.parts?.sections ?? []
  return (
    <>
      {sections.map((section) => (
        <section key={section.title} class="part">
          <header class="list-head">
            <h2>
              <Isolated>{section.title}</Isolated>
            </h2>
            <a href={`${viewed.site.api}${section.address}`}>
              <Isolated>{section.all}</Isolated>
            </a>
          </header>
          {section.records.length > 0 && (
            <>
              {!section.isComplete && <p class="faint">The list may begin with others.</p>}
              <Cards section={section} viewed={viewed} />
            </>
          )}
        </section>
      ))}
    </>
  )
}

function Cards({ section, viewed }: { readonly section: Section; readonly viewed: Viewed }): VNode {
  if (section.of === 'events') {
    return (
      <ul class="grid wide">
        {section.records.map((event) => (
          <EventCard key={event.id} event={event} viewed={viewed} />
        ))}
      </ul>
    )
  }
  return (
    <ul class="grid">
      {section.records.map((artwork) => (
        <ArtworkCard key={artwork.id} artwork={artwork} viewed={viewed} level="h3" />
      ))}
    </ul>
  )
}

interface SectionRecord {
  readonly id: number
  readonly title: string
}

/** The records of all sections. */
export function recordsIn(parts: Parts | undefined): readonly SectionRecord[] {
  return parts?.sections.flatMap<SectionRecord>(({ records }) => records) ?? []
}
