import type { AddressInfo } from 'node:net'
import { beforeAll } from 'vitest'
import { useService, type TestService } from '../../support/app.ts'
import { makeApiKey } from '../../support/make-api-key.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { makeEvent } from '../../support/make-event.ts'
import { makeExchangeRate } from '../../support/make-exchange-rate.ts'
import { makeGallery } from '../../support/make-gallery.ts'
import { makeUser } from '../../support/make-user.ts'
import { makeVenue } from '../../support/make-venue.ts'
import { makeFullArtwork, makeFullEvent } from '../../contract/full-records.ts'

interface Deployment extends TestService {
  /** Where it listens, without a path. */
  origin: string
  key: string
  adminKey: string
  /** Arguments that name keys of the same user with one scope each. */
  readonly scopedKeys: string[]
}

const SCOPES = ['events:write', 'artworks:write', 'catalogue:write'] as const

/** The service, listening, with a few records of every kind and keys; links are of another host. */
export function useDeployment(): Deployment {
  const test = Object.assign(useService(), {
    origin: '',
    key: '',
    adminKey: '',
    scopedKeys: [],
  }) as Deployment
  beforeAll(async () => {
    const { db, app } = test
    await makeFullArtwork(db)
    await makeFullEvent(db)
    await makeExchangeRate(db, 'CAD', '1.6')
    // Some that are alike in what they are ordered by.
    for (const title of ['Ebb', 'Ebb', 'Émile', 'flood', 'Tide']) {
      await makeArtwork(db, { title })
      await makeVenue(db, { name: title })
      // An address as people write them, and as no URL parser does.
      const external_url = 'http://0/Ebb/../flood'
      await makeEvent(db, { title, external_url, start_time: '2020-03-14T09:00:00Z' })
    }
    // So many that there are pages beyond those that are walked first.
    for (let quay = 1; quay <= 15; quay += 1) await makeVenue(db, { name: `Quay ${quay}` })
    const owner_id = (await makeUser(db)).id
    await makeGallery(db, { owner_id })
    test.key = (await makeApiKey(db, { owner_id, scopes: SCOPES })).key
    test.adminKey = (await makeApiKey(db, { owner_id, scopes: ['admin'] })).key
    for (const scope of SCOPES) {
      const { key } = await makeApiKey(db, { owner_id, scopes: [scope] })
      test.scopedKeys.push('--scoped-key', `${scope}=${key}`)
    }
    await app.listen({ host: '127.0.0.1', port: 0 })
    test.origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })
  return test
}
