import { readFileSync } from 'node:fs'
import path from 'node:path'
import slugify from '@sindresorhus/slugify'
import MarkdownIt from 'markdown-it'
import { projectRoot } from '../config.ts'

/** Where the guide says that the service is; every running service puts its own address there. */
export const EXAMPLE_URL = 'https://api.art-marketplace.example'

const FOLDER = 'src/docs/guide'

type Token = ReturnType<typeof markdown.parse>[number]

/** HTML in the text is shown, not obeyed. */
const markdown = new MarkdownIt()
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

/** The guide's Markdown; where a line is a link to a program, the program itself stands instead. */
export function guideText(): string {
  const text = readFileSync(path.join(projectRoot(), FOLDER, 'guide.md'), 'utf8')
  return text.replaceAll(
    /^\[(\S+)\]\(\1\)$/gm,
    (_, name: string) => `\`\`\`${name}\n${guideFile(name)}\`\`\``,
  )
}

/** What the guide offers to download, by name: its programs, and the settings of generators. */
export const GUIDE_FILES: Readonly<Record<string, string>> = {
  'read_everything.py': `${FOLDER}/read_everything.py`,
  'read-everything.mjs': `${FOLDER}/read-everything.mjs`,
  'keep-a-copy.mjs': `${FOLDER}/keep-a-copy.mjs`,
  'publish_event.py': `${FOLDER}/publish_event.py`,
  'publish-event.mjs': `${FOLDER}/publish-event.mjs`,
  // Those that `npm run sdks` uses.
  'openapi-python-client.json': 'scripts/sdks/python/openapi-python-client/config.json',
  'oapi-codegen.yaml': 'scripts/sdks/go/oapi-codegen/config.yaml',
  'ogen.yaml': 'scripts/sdks/go/ogen/config.yaml',
  'Cargo.toml': 'scripts/sdks/rust/partner/Cargo.toml',
  'build.rs': 'scripts/sdks/rust/partner/build.rs',
  'python/artworks.py': 'scripts/sdks/python/openapi-python-client/artworks.py',
  'python/events.py': 'scripts/sdks/python/openapi-python-client/events.py',
  'python/expect.py': 'scripts/sdks/python/openapi-python-client/expect.py',
  'go/artworks.go': 'scripts/sdks/go/oapi-codegen/artworks.go',
  'go/events.go': 'scripts/sdks/go/oapi-codegen/events.go',
  'go/expect.go': 'scripts/sdks/go/expect/expect.go',
  'rust/artworks.rs': 'scripts/sdks/rust/partner/src/artworks.rs',
  'rust/events.rs': 'scripts/sdks/rust/partner/src/events.rs',
  'rust/refused.rs': 'scripts/sdks/rust/partner/src/refused.rs',
  'java/Artworks.java': 'scripts/sdks/java/openapi-generator/Artworks.java',
  'java/Events.java': 'scripts/sdks/java/openapi-generator/Events.java',
  'java/Expect.java': 'scripts/sdks/java/openapi-generator/Expect.java',
}

export function guideFile(name: string): string {
  return readFileSync(path.join(projectRoot(), GUIDE_FILES[name] ?? ''), 'utf8')
}

/** The guide as it is shown by the service at `publicUrl`. */
export function renderGuide(publicUrl: string): Guide {
  const folder = `${publicUrl}/docs/guide`
  const text = guideText().replaceAll(EXAMPLE_URL, publicUrl)
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
