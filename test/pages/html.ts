export interface Tag {
  /** `div`, or `/div` for its end tag. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

const ATTRIBUTE = /\s+([a-zA-Z][\w:-]*)(?:="([^"<]*)")?/y
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', quot: '"' }

/**
 * The tags of a document in which each `<` begins a tag of the simplest form: a name, and attributes in
 * double quotes. Every browser reads such tags the same.
 * @throws for any other form.
 */
export function tagsOf(html: string): Tag[] {
  const tags: Tag[] = []
  let at = html.indexOf('<')
  while (at !== -1) {
    const { tag, end } = tagAt(html, at)
    tags.push(tag)
    at = html.indexOf('<', end)
  }
  return tags
}

function tagAt(html: string, at: number): { tag: Tag; end: number } {
  const [start, name] = /^<(!doctype|\/?[a-z][a-z0-9]*)/.exec(html.slice(at, at + 30)) ?? []
  if (start === undefined || name === undefined)
    throw new Error(`No tag: ${html.slice(at, at + 60)}`)
  const attributes: Record<string, string> = {}
  let end = at + start.length
  for (;;) {
    ATTRIBUTE.lastIndex = end
    const [whole, attribute, value = ''] = ATTRIBUTE.exec(html) ?? []
    if (whole === undefined || attribute === undefined) break
    attributes[attribute] = decoded(value)
    end += whole.length
  }
  const [close] = /^\s*\/?>/.exec(html.slice(end, end + 5)) ?? []
  if (close === undefined) throw new Error(`No end of a tag: ${html.slice(at, end + 60)}`)
  return { tag: { name, attributes }, end: end + close.length }
}

/** The visible text of a piece of HTML. */
export function textOf(html: string): string {
  return decoded(html.replaceAll(/<[^>]*>/g, ''))
}

function decoded(text: string): string {
  return text.replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}
