import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/document.ts'
import type { ReadId } from '../../src/pages/components/view.ts'
import { operations, resolve, isJsonRead } from '../contract/document.ts'
import { tagsOf, textOf } from './html.ts'
import { defaultViews, renderView } from './render-view.ts'

interface ExampleRecord {
  readonly id?: number
  readonly name?: string
  readonly title?: string
  readonly featured_image?: Pictured | null
  readonly image?: string | null
}

interface Pictured {
  readonly image: string | Readonly<Record<string, string>>
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
  const tagsOfOperation = contract.paths[template]?.['get']?.tags
  const html = renderView(id, body, template.replace('{id}', '1'), false, defaultViews)
  const tags = tagsOf(html)
  const records = body.results ?? [body]
  const titles = records.flatMap(({ title, name = title }) => name ?? [])

  it('has a title, the titles of its records and the request', () => {
    expect(tags.filter(({ name }) => name === 'h1')).toHaveLength(1)
    for (const title of titles) expect(textOf(html)).toContain(title)
    expect(textOf(html)).toContain('curl -H')
  })

  it('is named by what a reader sees, not by what a program does', () => {
    const names = html.match(/(?<=<(?:title|h1)>).*?(?=<\/(?:title|h1)>)/gs) ?? []
    expect(names).toHaveLength(2)
    for (const name of names) expect(textOf(name)).not.toMatch(/^(?:Retrieve|List|The|An?) /)
  })

  it('is headed by the name that the contract has for a list', () => {
    const [heading = ''] = /<h1>.*?<\/h1>/s.exec(html) ?? []
    if ('results' in body && 'next' in body) expect([textOf(heading)]).toEqual(tagsOfOperation)
  })

  it('leaves no frame empty', () => {
    expect(html).not.toContain('<div class="frame"></div>')
  })

  it('shows values by name, and no placeholders, ids or slugs', () => {
    const [visible = ''] = textOf(html).split('The record and its request')
    expect(visible).not.toMatch(/undefined|null|NaN|\[object|<(NAME|EMAIL|PHONE)>/)
    expect(html.match(/(?<=<dt>)(Id|Slug)(?=<)/g)).toBeNull()
  })

  it('folds what only programs and editors use', () => {
    const [visible = ''] = html.split('<details')
    const folded =
      /<dt>(Added|Changed|Created at|Updated at|Total artworks|Registered since|Has artworks|Meta description|Tooltip|Editor notes)</
    expect(visible).not.toMatch(folded)
  })

  it('shows each picture in the size of its place', () => {
    const addresses = tags.flatMap(({ attributes: { src, href } }) => [src, href])
    const rendition = body.results ? 'crop_medium_webp' : 'full_size_webp'
    for (const { image } of records.flatMap(({ featured_image }) => featured_image ?? [])) {
      const address = typeof image === 'string' ? image : (image[rendition] ?? image['full_size'])
      expect(addresses).toContain(address)
    }
    if (body.image) expect(tags.map(({ attributes: { src } }) => src)).toContain(body.image)
  })

  it('links each record of a list to its own view, if the contract has one', () => {
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

it('is tested for each GET operation', () => {
  const reading = operations.filter(isJsonRead).map(({ id }) => id)
  expect([...new Set(cases.map(({ id }) => id as string))].toSorted()).toEqual(reading.toSorted())
})

it('shows the cards of galleries as wide as those of venues', () => {
  for (const list of ['listGalleries', 'listVenues'] as const) {
    const body = cases.find(({ id }) => id === list)?.body ?? {}
    expect(renderView(list, body, '/')).toContain('<ul class="grid wide">')
  }
})

/** A response in which each text that may be empty is. */
function emptied(body: object): object {
  const EMPTY =
    /^(summary|description|caption|alt_text|city|state|street_address|address|geolocation|medium|content|country)$/
  const json = JSON.stringify(body, (name, value: unknown) => {
    if (typeof value === 'string' && EMPTY.test(name)) return ''
    if (name === 'country' && Object.hasOwn(value as object, 'code')) return { code: '', name: '' }
    if (name === 'artworks_for_sale_count') return 0
    return name === 'artists' ? [] : value
  })
  return JSON.parse(json) as object
}

it.each(cases.map(({ id, body }) => [id, body] as const))(
  'the view of %s has no element for a text that is empty',
  (id, body) => {
    for (const by of [undefined, defaultViews]) {
      const html = renderView(id, emptied(body), '/', false, by)
      expect(
        html.match(/.{60}<(p|h1|h2|h3|li|dd|span|figcaption)( [^>]*)?>\s*<\/\1>/gsu),
      ).toBeNull()
    }
  },
)
