import { describe, expect, it } from 'vitest'
import { titleText } from '../../src/pages/components/text.tsx'
import { useFullAnswers } from './full-answers.ts'
import { textOf } from './html.ts'
import { shown } from './shown.ts'

describe('a title', () => {
  it.each(['\u200b\u200d', '\u3164', '\u2800', '\u202e\u2069\ufeff', '\u00ad', '\u0301', ' '])(
    'that nobody can see is told as that: %j',
    (title) => {
      expect(titleText(title)).toBe('Untitled')
    },
  )

  it.each(['a', '\u200b7', '…', '€', '😀', 'ثعبان', '無題'])('stays as it is: %s', (title) => {
    expect(titleText(title)).toBe(title)
  })
})

describe('links and headings', () => {
  const answers = useFullAnswers()
  const NOTHING = '\u200b'

  it.each([
    ['listMarketplaceArtworks', 'retrieveMarketplaceArtwork', 'title'],
    ['listEvents', 'retrieveEvent', 'title'],
    ['listVenues', 'retrieveVenue', 'name'],
  ] as const)('of %s can be seen', (list, record, field) => {
    const body = { ...answers.find(({ id }) => id === record)?.body, [field]: NOTHING }
    const page = { count: 1, next: null, previous: null, results: [body] }
    const link = /<h[23]>.*?(<a href.*?<\/a>)/su.exec(shown(list, page, '/x/'))?.[1] ?? ''
    expect(textOf(link)).toBe('Untitled')
    const html = shown(record, body, '/x/1/')
    expect(textOf(/<h1>.*?<\/h1>/su.exec(html)?.[0] ?? '')).toMatch(/^Untitled/)
    expect(html).toContain('<title>Untitled – Art Marketplace</title>')
  })

  it('of the venue of an event can be seen', () => {
    const event = answers.find(({ id }) => id === 'retrieveEvent')?.body
    const venue = { ...(event?.['venue'] as object), name: NOTHING }
    const html = shown('retrieveEvent', { ...event, venue }, '/events/1/')
    expect(html).toMatch(/<a href="\/api\/v1\/venues\/\d+\/">Untitled<\/a>/)
  })
})
