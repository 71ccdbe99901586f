import { beforeAll, describe, expect, it } from 'vitest'
import { textOf } from '../pages/html.ts'
import { renderView } from '../pages/render-view.ts'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeDayOfRates } from '../support/make-exchange-rate.ts'
import { operations } from './document.ts'
import { makeFullRecords } from './full-records.ts'
import { errorsByCopy } from './validate-by-copy.ts'

// Many tests take a full record for each kind. A new field without a value there would be tested nowhere.

const test = useService()
let ids: Readonly<Record<string, number>>
let authorization: string

beforeAll(async () => {
  await makeDayOfRates(test.db)
  ids = await makeFullRecords(test.db)
  authorization = `Bearer ${(await makeApiKey(test.db, { scopes: ['admin'] })).key}`
})

const retrieving = operations.filter(
  ({ id, method, template }) =>
    method === 'GET' && id.startsWith('retrieve') && template.includes('{id}'),
)

/** Fields that have no value where others have one. */
const ALTERNATIVES = /^(min_price|max_price|replaced_by)$/

/** Fields that a page shows in other words, as a picture or a link, or that only programs use. */
const IN_OTHER_WORDS =
  /^(slug|units|medium|summary|country|geolocation|banner_logo|image|tooltip|caption|meta_description|editor_notes|contact_name|email|phone\w*|\w+_at|\w+_time|\w+_date|\w+_since|\w+_status|\w*price_\w+)$/

describe.each(retrieving)('the full record of $id', ({ id, template }) => {
  async function recordOf(): Promise<[path: string, record: Record<string, unknown>]> {
    const path = template.replace('{id}', String(ids[template]))
    const response = await test.send({ path, headers: { authorization } })
    expect(errorsByCopy([`${id} 200 application/json`], response)).toEqual([])
    return [path, response.json()]
  }

  it('has a value in every field', async () => {
    const [, record] = await recordOf()
    const empty = Object.keys(record).filter((name) => record[name] === null)
    const left = empty.filter((name) => !ALTERNATIVES.test(name))
    expect(left, 'Give it one in test/contract/full-records.ts').toEqual([])
  })

  it('shows its texts on its page', async () => {
    const [path, record] = await recordOf()
    const [visible = ''] = textOf(renderView(id as never, record, path)).split('The record and its')
    const hidden = Object.entries(record).filter(
      ([name, value]) =>
        typeof value === 'string' &&
        value !== '' &&
        !visible.includes(value) &&
        !IN_OTHER_WORDS.test(name),
    )
    expect(hidden, 'Show it in src/pages/views/, or name it in IN_OTHER_WORDS').toEqual([])
  })
})
