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
  for await (const event of test.client({ key }).listEvents({ limit: 100 })) events.push(event)
})

/** The contact data, which no response contains. */
const contactOf = ({ id }: Event) =>
  test.db.selectFrom('events').select(CONTACT).where('id', '=', id).executeTakeFirstOrThrow()

describe('eventInputOf', () => {
  it('makes a PUT that changes no field of any event', async () => {
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

  it('can be changed before a PUT', async () => {
    const client = test.client({ key })
    const seen = await client.retrieveEvent(events.find(({ email }) => email === null)!.id)
    const { record } = await client.updateEvent(seen, {
      ...eventInputOf(seen.record),
      title: 'Southern Light',
    })
    expect(record.title).toBe('Southern Light')
  })

  it('requires the contact data of an event that has some', () => {
    const event = { ...events[0]!, contact_name: '<NAME>', email: '<EMAIL>', phone: null }
    const lacks = (field: string) =>
      `Event ${event.id} has ${field}, which no response shows: pass it, or null to remove it`
    expect(() => eventInputOf(event)).toThrow(new RangeError(lacks('contact_name')))
    expect(() => eventInputOf(event, { contact_name: 'Mette' })).toThrow(lacks('email'))
    expect(eventInputOf(event, { contact_name: 'Mette', email: null })).toMatchObject({
      contact_name: 'Mette',
      email: null,
      phone: null,
    })
  })

  it('has every field of EventInput', () => {
    const fields = Object.keys(document.components.schemas['EventInput']?.properties ?? {})
    const event = { ...events[0]!, contact_name: null, email: null, phone: null }
    expect(Object.keys(eventInputOf(event)).toSorted()).toEqual(fields.toSorted())
  })
})
