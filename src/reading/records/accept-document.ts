import { componentValidator, parsed } from '../../contract/response-validator.ts'
import { Recent } from '../../cache/recent.ts'
import type { ByteText } from '../../byte-text.ts'
import { FRAGMENTS, STORED, type DocumentList } from './stored-documents.ts'
import { APART_LETTER, apartOf, PLACEHOLDERS } from '../../documents/expression.ts'
import { FRAGMENT_LETTERS, type FragmentKind } from '../../documents/json-sql.ts'

/** Contents that this process has accepted lately, by their digests. */
const accepted = new Recent<string, true>(50_000)

/** In a document stands the letter of a fragment in the place of the record, which is validated by itself. */
const validate = componentValidator('documents', placeholderSchemas())

function placeholderSchemas(): Record<string, object> {
  const letters: Record<string, string[]> = {}
  for (const [kind, { component }] of Object.entries(FRAGMENTS)) {
    letters[component] = [...(letters[component] ?? []), FRAGMENT_LETTERS[kind as FragmentKind]]
  }
  return Object.fromEntries(
    Object.entries(letters).map(([component, values]) => [component, { enum: values }]),
  )
}

/** What stands apart, where there is nothing. */
const NULLS: Readonly<Record<DocumentList, string>> = {
  artworks: apartOf(STORED.artworks.json)?.nulls ?? '',
  events: apartOf(STORED.events.json)?.nulls ?? '',
}

/**
 * Validates a document against the contract, once for each content and process.
 * @param digest of the text.
 * @throws OutsideContract naming the place, never the value.
 */
export function acceptDocument(list: DocumentList, text: ByteText, digest: string): void {
  if (accepted.get(digest) === true) return
  const { component } = STORED[list]
  validate(component, parsed(component, plainJson(list, text)))
  accepted.set(digest, true)
}

/**
 * The text as JSON. The media host is one that any address of the contract's form has. What stands apart is
 * null, which the contract allows; other values are right by the types and constraints of their columns
 * (test/documents/apart.test.ts).
 */
function plainJson(list: DocumentList, text: ByteText): string {
  const json = Buffer.from(text, 'latin1').toString('utf8')
  return json.replace(PLACEHOLDERS, (_, letter: string) => {
    if (letter === '') return 'http://media'
    return letter === APART_LETTER ? NULLS[list] : `"${letter}"`
  })
}
