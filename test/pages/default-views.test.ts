import { describe, expect, it } from 'vitest'
import type { ReadId } from '../../src/pages/components/view.ts'
import { operations, resolve } from '../contract/document.ts'
import { tagsOf, textOf } from './html.ts'
import { defaultViews, shown } from './shown.ts'

interface ExampleRecord {
  readonly id?: number
  readonly name?: string
  readonly title?: string
}

interface Case {
  readonly id: ReadId
  readonly template: string
  readonly body: ExampleRecord & { readonly results?: readonly ExampleRecord[] }
}

const cases = operations
  .filter(({ method }) => method === 'GET')
  .flatMap(({ id, template, responses }) => {
    const { examples = {} } = responses['200']?.content?.['application/json'] ?? {}
    return Object.values(examples).map((example): Case => ({
      id: id as ReadId,
      template,
      body: resolve(example).value as Case['body'],
    }))
  })

describe.each(cases)('the default view of $id', ({ id, template, body }) => {
  const html = shown(id, body, template.replace('{id}', '1'), false, defaultViews)
  const tags = tagsOf(html)
  const records = body.results ?? [body]
  const titles = records.flatMap(({ title, name = title }) => name ?? [])

  it('has a title, the titles of its records and the request', () => {
    expect(tags.filter(({ name }) => name === 'h1')).toHaveLength(1)
    for (const title of titles) expect(textOf(html)).toContain(title)
    expect(textOf(html)).toContain('curl -H')
  })

  it('shows values by name, and nothing that only programs can use', () => {
    const [forPeople = ''] = textOf(html).split('This record as JSON')
    expect(forPeople).not.toMatch(/undefined|null|NaN|\[object|<(NAME|EMAIL|PHONE)>/)
    expect(html.match(/(?<=<dt>)(Id|Slug)(?=<)/g)).toBeNull()
  })

  it('links a record of a list to its own view, where the contract has one', () => {
    const hrefs = tags.map(({ attributes }) => attributes['href'])
    const single = operations.some(
      (other) => other.method === 'GET' && other.template === `${template}{id}/`,
    )
    for (const record of body.results ?? []) {
      const href = `/api/v1${template}${record.id}/`
      expect(hrefs.includes(href), href).toBe(single)
    }
  })
})

it('has an example for each operation that reads', () => {
  const reading = operations.filter(({ method }) => method === 'GET').map(({ id }) => id)
  expect([...new Set(cases.map(({ id }) => id as string))].toSorted()).toEqual(reading.toSorted())
})
