import MarkdownIt from 'markdown-it'
import { EXAMPLE_URL } from '../../contract/document.ts'
import { linkTarget, markdownText, type MarkdownPage } from './markdown-pages.ts'
import type { Heading, RenderedMarkdown } from './markdown-view.tsx'

/** Renders HTML in the Markdown as text. */
const markdown = new MarkdownIt()

/** Escapes text in HTML and XML. */
export const { escapeHtml } = markdown.utils

type Token = ReturnType<typeof markdown.parse>[number]

/** A type alias, because an interface does not fit the index signature of the library's `Env`. */
type Env = {
  readonly page: MarkdownPage
  readonly publicUrl: string
}

markdown.renderer.rules['fence'] = (tokens, index, _options, env) =>
  figure(tokens[index] as Token, env as unknown as Env)

/** Renders a Markdown document, or a part of its text, as the service at `publicUrl` shows it. */
export function renderMarkdown(
  page: MarkdownPage,
  publicUrl: string,
  part = markdownText(page),
): RenderedMarkdown {
  const env: Env = { page, publicUrl }
  // The view has the heading of the first level.
  const text = part.replace(/^# .*\n/, '')
  const tokens = markdown.parse(text.replaceAll(EXAMPLE_URL, publicUrl), env)
  const headings = addHeadingIds(tokens)
  const summary = summaryOf(tokens)
  for (const token of tokens) alignCell(token)
  for (const { children } of tokens) rewriteLinks(children ?? [], env)
  return { summary, headings, html: markdown.renderer.render(tokens, markdown.options, env) }
}

/** The paragraph with which a document begins, as plain text; undefined if it begins with anything else. */
function summaryOf([first, text]: readonly Token[]): string | undefined {
  if (first?.type !== 'paragraph_open') return undefined
  const texts = text?.children?.map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
  const summary = texts?.join('')
  return summary?.endsWith('.') ? summary : undefined
}

/** Gives each heading an id to link to; those of the second level are the table of contents. */
function addHeadingIds(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const title = tokens[index + 1]?.content ?? ''
    const id = headingId(title)
    token.attrSet('id', id)
    return token.tag === 'h2' ? [{ title, id }] : []
  })
}

/** The id that GitHub gives a heading, so that a link to it works in both places. */
export function headingId(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** The content security policy forbids the `style` by which Markdown aligns a cell: it becomes a class. */
function alignCell(token: Token): void {
  if (token.attrGet('style') === 'text-align:right') token.attrs = [['class', 'right']]
}

/** A link to a file that the service does not serve stays as its text. */
function rewriteLinks(tokens: readonly Token[], { page, publicUrl }: Env): void {
  let isServed = true
  for (const token of tokens) {
    if (token.type === 'link_close' && !isServed) token.tag = 'span'
    if (token.type !== 'link_open') continue
    const href = String(token.attrGet('href'))
    const isRelative = !/^([a-z]+:|[#/])/i.test(href)
    const target = isRelative ? linkTarget(page, href) : undefined
    isServed = !isRelative || target !== undefined
    if (target !== undefined) token.attrSet('href', `${publicUrl}${target}`)
    if (isServed) continue
    token.tag = 'span'
    token.attrs = null
  }
}

/** Code can be wider than the view: it scrolls, by keys as well, and it can be copied. */
function figure({ info, content }: Token, { page, publicUrl }: Env): string {
  const target = info.includes('.') ? linkTarget(page, info) : undefined
  const href = escapeHtml(`${publicUrl}${target ?? ''}`)
  const link = `<a href="${href}" download>${escapeHtml(info)}</a>`
  const caption = target === undefined ? '' : `<figcaption>${link}</figcaption>`
  return `<figure>${caption}<pre tabindex="0" data-copy="Copy">${escapeHtml(content)}</pre></figure>\n`
}
