import type { VNode, ComponentChildren } from 'preact'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import slugify from '@sindresorhus/slugify'
import MarkdownIt from 'markdown-it'
import { Layout } from '../layout.tsx'
import type { Site } from '../site.ts'
import { GUIDE_PAGES, EXAMPLE_URL, GUIDE_FOLDER, guideFile, type GuidePath } from './guide-files.ts'
import { projectRoot } from '../../config.ts'

/** HTML in the text is shown, not obeyed. */
const markdown = new MarkdownIt()

interface GuidePageProps {
  readonly site: Site
  readonly page: GuidePath
  readonly guide: Guide
}

/** A page of the guide, with its chapters to jump to, and the way to the others. */
export function GuideView({ site, page, guide }: GuidePageProps): VNode {
  const folder = `${site.prefix}/docs/guide`
  const { title } = GUIDE_PAGES[page]
  return (
    <Layout site={site} title={title} path={`${folder}${page}`}>
      <div class="prose">
        {page !== '' && (
          <nav class="way-back" aria-label="Breadcrumb">
            <a href={folder}>{GUIDE_PAGES[''].title}</a>
          </nav>
        )}
        <h1>{title}</h1>
        <nav aria-label="Chapters">
          <ul>
            {guide.chapters.map((chapter) => (
              <li key={chapter.id}>
                <a href={`#${chapter.id}`}>{chapter.title}</a>
              </li>
            ))}
            {page === '' &&
              OTHERS.map((other) => (
                <li key={other}>
                  <a href={`${folder}${other}`}>{GUIDE_PAGES[other].title}</a>
                </li>
              ))}
          </ul>
        </nav>
        {/* Made of this repository's own Markdown, in which HTML is text. */}
        <div dangerouslySetInnerHTML={{ __html: guide.html }} />
      </div>
    </Layout>
  )
}

const OTHERS = (Object.keys(GUIDE_PAGES) as GuidePath[]).filter((page) => page !== '')

type Token = ReturnType<typeof markdown.parse>[number]

markdown.renderer.rules['fence'] = (tokens, index, _options, env) =>
  figure(tokens[index] as Token, (env as { folder: string }).folder)

export interface Guide {
  readonly html: string
  readonly chapters: readonly Chapter[]
}

interface Chapter {
  readonly title: string
  /** Of its heading, for links. */
  readonly id: string
}

/** The Markdown of a page of the guide; where a line is a link to a program, the program itself stands instead. */
export function guideText(page: GuidePath): string {
  const { file } = GUIDE_PAGES[page]
  const text = readFileSync(path.join(projectRoot(), GUIDE_FOLDER, file), 'utf8')
  return text.replaceAll(
    /^\[([^\]\s]+)\]\(\1\)$/gm,
    (_, name: string) => `\`\`\`${name}\n${guideFile(name)}\`\`\``,
  )
}

/** A page of the guide as it is shown by the service at `publicUrl`. */
export function renderGuide(page: GuidePath, publicUrl: string): Guide {
  const folder = `${publicUrl}/docs/guide`
  const text = guideText(page).replaceAll(EXAMPLE_URL, publicUrl)
  const linked = text.replaceAll(/\]\(([\w./-]+)\)/g, `](${folder}/$1)`)
  const tokens = markdown.parse(linked, {})
  const chapters = markChapters(tokens)
  return { chapters, html: markdown.renderer.render(tokens, markdown.options, { folder }) }
}

/** Gives every second-level heading an id to jump to. */
function markChapters(tokens: readonly Token[]): Chapter[] {
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open' || token.tag !== 'h2') return []
    const title = tokens[index + 1]?.content ?? ''
    const id = slugify(title)
    token.attrSet('id', id)
    return [{ title, id }]
  })
}

/** Code can be wider than the page: it scrolls, by keys as well, and it can be copied. */
function figure({ info, content }: Token, folder: string): string {
  const { escapeHtml } = markdown.utils
  const name = info.includes('.') ? escapeHtml(info) : ''
  const caption =
    name && `<figcaption><a href="${escapeHtml(folder)}/${name}" download>${name}</a></figcaption>`
  return `<figure>${caption}<pre tabindex="0" data-copy="Copy">${escapeHtml(content)}</pre></figure>\n`
}

/** Text in which `code` stands between backticks, as in Markdown. */
export function MarkedUp({ children: text }: { readonly children: string }): VNode {
  const pieces: ComponentChildren[] = text
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? <code key={index}>{piece}</code> : piece))
  return <>{pieces}</>
}
