import { asLatin1, type Latin1Text } from '../response-body.ts'

/** The names of the fields that the records of a sparse list have. */
export type Fields = ReadonlySet<string>

/** The request for a sparse list. The records always have an `id`, by which a client tells them apart. */
export function sparseRequest<
  Request extends { readonly query: { readonly fields?: readonly string[] } },
>(request: Request): Request & { readonly fields: Fields } {
  return { ...request, fields: new Set(['id', ...(request.query.fields ?? [])]) }
}

/** A record with these fields only, in the same order. */
export function sparseRecord<Item extends object>(record: Item, fields: Fields): Item {
  // `Item` is a type without other required fields.
  return Object.fromEntries(Object.entries(record).filter(([name]) => fields.has(name))) as Item
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]

/** `{` and `[`, and `}` and `]`: they differ in this bit. */
const [OPENING, CLOSING, BRACE_BIT] = [0x7b, 0x7d, 0x20]

/**
 * `sparseRecord` of the JSON text of a record without whitespace. It reads the text up to the last of the fields. To parse
 * the record would take several times as long as to read a page.
 */
export function sparseText(text: Latin1Text, fields: Fields): Latin1Text {
  let sparse = ''
  let missing = fields.size
  for (let start = 1; missing > 0 && start < text.length;) {
    const endOfName = text.indexOf('"', start + 1)
    const end = endOfValue(text, endOfName + 2)
    if (fields.has(text.slice(start + 1, endOfName))) {
      sparse += `${sparse === '' ? '' : ','}${text.slice(start, end)}`
      missing -= 1
    }
    start = end + 1
  }
  return asLatin1(`{${sparse}}`)
}

/** The place of the comma or bracket after the value that begins at `start`. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA) {
      if (depth === 0) return at
    } else if ((code | BRACE_BIT) === OPENING) depth += 1
    else if ((code | BRACE_BIT) === CLOSING) {
      if (depth === 0) return at
      depth -= 1
    }
  }
  return text.length
}

/** The place of the quote that ends the string: an even number of backslashes is before it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1
    if ((end - first) % 2 === 0) return end
  }
  return text.length
}
