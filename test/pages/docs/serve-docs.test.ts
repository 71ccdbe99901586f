import { describe, expect, it } from 'vitest'
import { GUIDE_FILES, linkTarget, MARKDOWN_PAGES } from '../../../src/pages/docs/markdown-pages.ts'
import { PROBLEMS } from '../../../src/problems/catalogue.ts'
import { PUBLIC_URL, testApp, useService } from '../../support/app.ts'
import { readText } from '../../support/repository.ts'
import { sendUnvalidated } from '../../support/send.ts'
import { schemaFaults } from '../../contract/closed-schemas.ts'
import { document } from '../../contract/document.ts'

const test = useService()
interface Contract {
  readonly info: { readonly description: string }
  readonly servers: unknown
  readonly components: {
    readonly parameters: Record<string, { in: string; example?: unknown; examples?: unknown }>
  }
}

const codes =
  document.components.schemas['Problem']?.properties?.['code']?.['x-extensible-enum'] ?? []

/** The URLs in a page. */
function addresses(html: string): string[] {
  return [...html.matchAll(/\b(?:src|href|data-document)="([^"]*)"/g)].map(([, url = '']) => url)
}

/** The URLs that the browser loads. */
function loaded(html: string): string[] {
  const elements = html.match(/<(?:link|script|img)\b[^>]*>|data-document="[^"]*"/g) ?? []
  return elements.flatMap(addresses)
}

describe('GET /docs', () => {
  it.each(['/docs', '/docs/'])('serves the same page at %s', async (url) => {
    const response = await test.send({ url })
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.text).toContain('swagger-ui-bundle.js')
  })

  it('names no other host', async () => {
    const { text } = await test.send({ url: '/docs' })
    const hosts = new Set(text.match(/(?<=\/\/)[\w.-]+/g))
    expect([...hosts].toSorted()).toEqual([new URL(PUBLIC_URL).host, 'schema.org'].toSorted())
  })

  it('loads only files that the service has', async () => {
    const { text } = await test.send({ url: '/docs' })
    const urls = loaded(text)
    expect(urls.length).toBeGreaterThanOrEqual(4)
    for (const url of urls) {
      expect(await test.send({ url }), url).toMatchObject({ status: 200 })
    }
  })

  it('shows the contract, and sends requests to its own host', async () => {
    const { text } = await test.send({ url: '/docs/json' })
    const { servers, ...served } = JSON.parse(text) as Contract
    const { servers: _, ...published } = JSON.parse(
      readText('generated/v1.json').replaceAll('](https://api.art-marketplace.example/', '](/'),
    ) as Contract
    // Swagger UI would send the examples.
    for (const parameter of Object.values(published.components.parameters)) {
      if (parameter.in !== 'header') continue
      delete parameter.example
      delete parameter.examples
    }
    // The operations come first, and the rules that hold for all of them have a page.
    const rules = served.info.description
    expect(rules).toMatch(/^This service lists .*\]\(\/docs\/rules\)$/s)
    expect(rules.length).toBeLessThan(500)
    expect({ ...served, info: published.info }).toEqual(published)
    expect(servers).toMatchObject([{ url: '/api/v1' }])
  })

  it('has the header of the site', async () => {
    const { text } = await test.send({ url: '/docs' })
    const home = (await test.send({ url: '/', headers: { accept: 'text/html' } })).text
    const namesIn = (html: string) => html.match(/(?<=<nav aria-label="Main">).*?(?=<\/nav>)/s)
    const withoutMark = (names: string) => names.replace(/ aria-current="\w+"/, '')
    expect(withoutMark(String(namesIn(text)))).toBe(withoutMark(String(namesIn(home))))
    expect(text).toContain('<a href="/docs" aria-current="page">Reference</a>')
  })

  it('is below the path of the public URL', async () => {
    const app = await testApp(test, { publicUrl: 'https://shop.example/art' })
    const { text } = await sendUnvalidated(app, { url: '/docs' })
    await app.close()
    expect(
      addresses(text).filter((url) => !/^(?:https:\/\/shop\.example)?\/art\//.test(url)),
    ).toEqual([])
  })
})

describe('GET /docs/static/', () => {
  it.each([
    ['swagger-ui.css', 'text/css'],
    ['swagger-ui-bundle.js', 'javascript'],
    ['swagger.js', 'javascript'],
  ])('serves %s, compressed if accepted', async (name, mediaType) => {
    const url = `/docs/static/${name}`
    const response = await test.send({ url })
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toContain(mediaType)
    const encoded = await test.send({ url, headers: { 'accept-encoding': 'br' } })
    expect(encoded.headers['content-encoding']).toBe('br')
    expect(Number(encoded.headers['content-length'])).toBeLessThan(response.text.length / 1.5)
    const headers = { 'accept-encoding': 'br', 'if-none-match': encoded.headers['etag'] ?? '' }
    expect(await test.send({ url, headers })).toMatchObject({ status: 304, text: '' })
  })

  it.each([
    '',
    'index.html',
    'package.json',
    'oauth2-redirect.html',
    'swagger-ui.js',
    '../package.json',
    '..%2fpackage.json',
    '%2e%2e/package.json',
    'nothing.js',
  ])('serves no other file: "%s"', async (name) => {
    const response = await test.send({ url: `/docs/static/${name}` })
    expect(response.status).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('GET /docs/problems/{code}', () => {
  it('exists for exactly the codes of the contract', () => {
    expect(Object.keys(PROBLEMS).toSorted()).toEqual([...codes].toSorted())
  })

  it.each(codes)('describes %s', async (code) => {
    const response = await test.send({ url: `/docs/problems/${code}` })
    expect(response).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
    const { title, status } = PROBLEMS[code as keyof typeof PROBLEMS]
    expect(response.text).toContain(`<h1>${title}</h1>`)
    expect(response.text).toContain(`HTTP status ${status}.`)
    expect(response.text).toContain('<h2>How to fix it</h2>')
    expect(response.text.replaceAll(/<pre.*?<\/pre>/gs, '')).not.toContain('`')
  })

  it.each(codes)('shows a valid example of %s', async (code) => {
    const { text } = await test.send({ url: `/docs/problems/${code}` })
    const examples = [...text.matchAll(/<pre[^>]*>([^<]*)<\/pre>/g)].map(([, json = '']) =>
      JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
    )
    expect(examples).not.toEqual([])
    for (const example of examples) {
      expect(example).toMatchObject({ code, type: `${PUBLIC_URL}/docs/problems/${code}` })
      expect(schemaFaults({ $ref: '#/components/schemas/Problem' }, example)).toEqual([])
    }
  })

  it('gets 404 for an unknown code', async () => {
    expect(await test.send({ url: '/docs/problems/gone' })).toMatchObject({ status: 404 })
  })
})

describe('every page and file of the documentation', () => {
  const codesOf = codes.map((code) => `/docs/problems/${code}`)
  const guide = Object.keys(GUIDE_FILES).map((name) => `/docs/guide/${name}`)
  const markdown = MARKDOWN_PAGES.map(({ path }) => path)
  const pages = ['/docs', ...markdown, '/docs/problems', '/docs/deprecations', ...codesOf]
  const withSlash = pages.map((url) => `${url}/`)
  const documents = ['v1.yaml', 'v1.json', 'v1-3.0.json'].map((name) => `/openapi/${name}`)
  const feeds = MARKDOWN_PAGES.flatMap(({ feed }) => feed ?? [])

  it.each([...pages, ...withSlash, ...guide, ...feeds, ...documents, '/docs/static/swagger.js'])(
    '%s has an entity tag, which gives 304',
    async (url) => {
      const response = await test.send({ url })
      expect(response).toMatchObject({
        status: 200,
        headers: { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
      })
      const headers = { 'if-none-match': response.headers['etag'] ?? '' }
      expect(await test.send({ url, headers })).toMatchObject({ status: 304, text: '' })
    },
  )

  it.each(pages)('%s allows no other host and no inline script', async (url) => {
    const policy = (await test.send({ url })).headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe|\*/)
  })
})

describe('GET /docs/guide', () => {
  it('has the chapters that it and the problem pages link', async () => {
    const { text } = await test.send({ url: '/docs/guide' })
    const chapters = addresses(text).flatMap((url) => /^#(?!main$)(.+)/.exec(url)?.[1] ?? [])
    expect(chapters.length).toBeGreaterThan(8)
    const problem = await test.send({ url: '/docs/problems/service_unavailable' })
    const [, linked = ''] = /guide#([\w-]+)/.exec(problem.text) ?? []
    for (const id of [...chapters, linked]) expect(text).toContain(`<h2 id="${id}">`)
  })
})

describe.each(MARKDOWN_PAGES)('the view of $file', ({ path, title }) => {
  it('has links to all Markdown documents and to its own chapters', async () => {
    const { text } = await test.send({ url: path })
    const links = addresses(text)
    for (const page of MARKDOWN_PAGES) expect(links).toContain(page.path)
    expect(text).toContain(`<a href="${path}" aria-current="page">${title}</a>`)
    for (const url of links.filter((link) => link.startsWith('#'))) {
      expect(text).toContain(`id="${url.slice(1)}"`)
    }
  })

  it('has no style attribute, which the content security policy forbids', async () => {
    const { text } = await test.send({ url: path })
    expect(text.match(/<[^>]+ style=[^>]*>/g)).toBeNull()
  })

  it('names each column of its tables', async () => {
    const { text } = await test.send({ url: path })
    expect(text.match(/<th[^>]*><\/th>/g)).toBeNull()
  })

  it('has no broken link to this service', async () => {
    const { text } = await test.send({ url: path })
    const own = addresses(text).filter((url) => url.startsWith(`${PUBLIC_URL}/docs/`))
    for (const url of own) {
      const { pathname } = new URL(url)
      expect((await test.send({ url: pathname })).status, url).toBe(200)
    }
  })
})

describe('a relative link of a Markdown document', () => {
  const guide = MARKDOWN_PAGES[0] as (typeof MARKDOWN_PAGES)[number]

  it.each([
    ['from-django-rest-framework.md', '/docs/guide/from-django-rest-framework'],
    ['from-django-rest-framework', '/docs/guide/from-django-rest-framework'],
    ['./guide.md#writing', '/docs/guide#writing'],
    ['publish-event.mjs', '/docs/guide/publish-event.mjs'],
    ['../../config.ts', undefined],
  ])('%s leads to %s', (link, target) => {
    expect(linkTarget(guide, link)).toBe(target)
  })

  it('leads from one folder to another', () => {
    const page = { ...guide, file: 'src/docs/operations.md' } as const
    expect(linkTarget(page, 'guide/guide.md#errors')).toBe('/docs/guide#errors')
  })
})
