import { beforeAll, describe, expect, it } from 'vitest'
import { loadDemoCatalogue } from '../../scripts/demo/load-demo-catalogue.ts'
import { eventInputOf, type Event } from '../../src/client/create-client.ts'
import { document } from '../contract/document.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { usePartner } from './support/partner.ts'

const test = usePartner()
const CONTACT = ['contact_name', 'email', 'phone'] as const

let key: string
let events: Event[]

beforeAll(async () => {
  await loadDemoCatalogue(test.url, { artworks: 10, events: 60 })
  ;({ key } = await makeApiKey(test.db, { scopes: ['admin'] }))
  events = []
  for await (const event of test.client({ key }).events({ limit: 100 })) events.push(event)
})

/** What the author knows, and no answer shows. */
const contactOf = ({ id }: Event) =>
  test.db.selectFrom('events').select(CONTACT).where('id', '=', id).executeTakeFirstOrThrow()

describe('eventInputOf', () => {
  it('makes a PUT that changes nothing of any event', async () => {
    const client = test.client({ key })
    expect(events.length).toBeGreaterThan(40)
    const pictures = new Set(events.map(({ featured_image }) => featured_image.id))
    expect(pictures.size).toBeGreaterThan(10)
    for (const { id } of events) {
      const seen = await client.retrieveEvent(id)
      const contact = await contactOf(seen.record)
      const put = await client.updateEvent(seen, eventInputOf(seen.record, contact))
      expect(put.record).toEqual({ ...seen.record, updated_at: put.record.updated_at })
      expect(await contactOf(seen.record)).toEqual(contact)
    }
  })

  it('takes part in a change', async () => {
    const client = test.client({ key })
    const seen = await client.retrieveEvent(events.find(({ email }) => email === null)!.id)
    const { record } = await client.updateEvent(seen, {
      ...eventInputOf(seen.record),
      title: 'Southern Light',
    })
    expect(record.title).toBe('Southern Light')
  })

  it('asks for what the event has and no answer shows', () => {
    const event = { ...events[0]!, contact_name: '<NAME>', email: '<EMAIL>', phone: null }
    const lacks = (field: string) =>
      `Event ${event.id} has ${field}, which no answer shows: give it, or null to take it away`
    expect(() => eventInputOf(event)).toThrow(new RangeError(lacks('contact_name')))
    expect(() => eventInputOf(event, { contact_name: 'Mette' })).toThrow(lacks('email'))
    expect(eventInputOf(event, { contact_name: 'Mette', email: null })).toMatchObject({
      contact_name: 'Mette',
      email: null,
      phone: null,
    })
  })

  it('has every field that the contract takes', () => {
    const fields = Object.keys(document.components.schemas['EventInput']?.properties ?? {})
    const event = { ...events[0]!, contact_name: null, email: null, phone: null }
    expect(Object.keys(eventInputOf(event)).toSorted()).toEqual(fields.toSorted())
  })
})
