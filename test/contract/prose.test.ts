import { describe, expect, it } from 'vitest'
import { MARKDOWN_PAGES, markdownText } from '../../src/pages/docs/markdown-pages.ts'
import { readText } from '../support/repository.ts'
import { document, resolve, type Schema } from './document.ts'

// The words of the contract and of the documents for partners: each is read by people who write clients.

interface Prose {
  readonly place: string
  readonly text: string
}

const { description } = (document as unknown as { info: { description: string } }).info

/** The texts of the contract, without those of example values. */
function textsOf(node: unknown, place: string): Prose[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    if (['value', 'example', 'default'].includes(key)) return []
    const isText = (key === 'description' || key === 'summary') && typeof value === 'string'
    return isText ? [{ place, text: value }] : textsOf(value, `${place}/${key}`)
  })
}

const contract = textsOf(document, '#')
const pages = MARKDOWN_PAGES.filter(({ file }) => !file.includes('results')).map((page) => ({
  place: page.file,
  text: markdownText(page),
}))
/** The changelog is for operators, too. */
const partners = MARKDOWN_PAGES.filter(
  ({ readers, file }) => readers === 'partners' && file !== 'CHANGELOG.md',
).map((page) => ({ place: page.file, text: markdownText(page) }))

const withoutBlocks = (text: string): string =>
  text
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/^(\||#).*$/gm, '')
    .replaceAll(/\]\([^)]*\)/g, ']')

function sentences({ text }: Prose): string[] {
  const paragraphs = withoutBlocks(text).split(/\n\s*\n|\n(?=- )/)
  return paragraphs.flatMap((paragraph) =>
    paragraph
      .replaceAll(/\s+/g, ' ')
      .trim()
      .split(/(?<=[.?!:]) (?=[A-Z`*[])/),
  )
}

const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

describe('the description of the contract', () => {
  it('begins with a request and its response, shortened', () => {
    const [, request, response = ''] =
      /^.*\n\n```sh\n(.*)\n```\n\n```json\n([^]*?)```\n/.exec(description) ?? []
    expect(request).toMatch(/^curl 'https:\/\/\S+\/events\/\?limit=1'$/)
    const { value } = document.components.examples['EventPage'] ?? {}
    expect(value).toMatchObject(JSON.parse(response) as object)
  })

  it('is short, because each rule stands where it applies', () => {
    expect(wordsOf(description)).toBeLessThan(1300)
  })
})

describe('the words', () => {
  it('occur in many texts', () => {
    expect(contract.length).toBeGreaterThan(500)
    expect(partners.length).toBeGreaterThan(5)
  })

  it('make no sentence of more than 30 words', () => {
    const long = [...contract, ...partners].flatMap((prose) =>
      sentences(prose)
        .filter((sentence) => wordsOf(sentence) > 30)
        .map((sentence) => `${prose.place}: ${sentence}`),
    )
    expect(long).toEqual([])
  })

  it('name no default of a field of a merge patch, which has none', () => {
    const defaults = Object.entries(document.components.schemas)
      .filter(([name]) => name.endsWith('Patch'))
      .flatMap(([name, schema]) =>
        Object.entries(resolve<Schema>(schema).properties ?? {}).map(([field, property]) => ({
          field: `${name}.${field}`,
          text: resolve<Schema>(property).description ?? '',
        })),
      )
      .filter(({ text }) => /\bby default\b/.test(text))
    const toDo =
      'Describe it there without the default, instead of referring to the field of the input'
    expect(
      defaults.map(({ field }) => field),
      toDo,
    ).toEqual([])
  })

  it('do not end a comment of a generated client', () => {
    expect(contract.filter(({ text }) => text.includes('*/'))).toEqual([])
  })

  it('name a response only by this word', () => {
    const others = ['README.md', 'SECURITY.md', 'CHANGELOG.md', 'src/client/README.md']
    const all = [
      ...contract,
      ...pages,
      ...others.map((place) => ({ place, text: readText(place) })),
    ]
    const found = all.filter(({ text }) => /\banswer/i.test(text.replaceAll(/`[^`\n]*`/g, '')))
    expect(found.map(({ place }) => place)).toEqual([])
  })
})

describe('the limits in the tables of the guide', () => {
  const tables = partners
    .filter(({ place }) => /\/(?:batches|safe-writes)\.md$/.test(place))
    .flatMap(({ text }) => text.split('## Limits')[1]?.match(/^\| (?!limit|-).*$/gm) ?? [])
  const stated = contract.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join('\n')

  it.each(tables)('%s stands in the contract', (row) => {
    const amounts = row.match(/\d[\d,]*(?: (?:[KMG]iB|hours|seconds|lines))?/g) ?? []
    for (const amount of amounts) expect(stated).toContain(amount)
  })

  it('are many', () => {
    expect(tables.length).toBeGreaterThan(10)
  })
})
