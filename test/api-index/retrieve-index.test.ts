import { expect, it } from 'vitest'
import { contract, document } from '../contract/document.ts'
import { readHeaders } from '../contract/read-headers.ts'
import { API_URL, PUBLIC_URL, useService } from '../support/app.ts'
import { collectionsOf } from '../../scripts/contract/collection.ts'

const test = useService()

it('has every whole list that is below no record and the exchange rates, by the name in their path, the documents, and the version', async () => {
  const all = collectionsOf(contract).map(({ list }) => list.template)
  const lists = all.filter((template) => !/\{id\}|\/sparse\//.test(template))
  const templates = lists.toSpliced(-1, 0, '/exchange-rates/')
  const links = templates.map((template) => [template.slice(1, -1), `${API_URL}${template}`])
  const index = await test.get('/')
  expect(index).toEqual({
    ...Object.fromEntries(links),
    openapi: `${PUBLIC_URL}/openapi/v1.json`,
    guide: `${PUBLIC_URL}/docs/guide`,
    changelog: `${PUBLIC_URL}/docs/changelog.atom`,
    version: document.info.version,
    deprecations: [],
  })
  expect(Object.keys(index)).toEqual(document.components.schemas['ApiIndex']?.required)
})

it('leads to what is there', async () => {
  const headersOf = await readHeaders(test.db)
  const { version: _, deprecations: __, ...links } = await test.get('/')
  for (const link of Object.values(links)) {
    const headers = headersOf(String(link).slice(API_URL.length))
    const url = String(link).slice(PUBLIC_URL.length)
    expect(await test.send({ url, headers }), url).toMatchObject({ status: 200 })
  }
})
