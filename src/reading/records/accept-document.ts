import { componentValidator, parseComponent } from '../../contract/response-validator.ts'
import { HashLru } from '../../cache/recent.ts'
import type { Latin1Text } from '../../byte-text.ts'
import { FRAGMENTS, DOCUMENTS, type DocumentList } from './stored-documents.ts'
import { PLACEHOLDERS } from '../../documents/expression.ts'
import { FRAGMENT_LETTERS, PRICE_LETTERS, type FragmentKind } from '../../documents/json-sql.ts'

/** Contents that this process has accepted lately, by their digests. */
const accepted = new HashLru<string, true>(50_000)

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

/**
 * Validates a document against the contract, once for each content and process.
 * @param digest of the text.
 * @throws OutsideContract naming the place, never the value.
 */
export function validateDocument(list: DocumentList, text: Latin1Text, digest: string): void {
  if (accepted.get(digest) === true) return
  const { component } = DOCUMENTS[list]
  validate(component, parseComponent(component, plainJson(text)))
  accepted.set(digest, true)
}

const PRICES = new Set<string>(Object.values(PRICE_LETTERS))

/**
 * The text as JSON. The media host is one that any address of the contract's form has. A converted price is
 * null, which the contract allows; what it is converted to fits the contract by construction
 * (test/reading/rates.test.ts).
 */
function plainJson(text: Latin1Text): string {
  const json = Buffer.from(text, 'latin1').toString('utf8')
  return json.replace(PLACEHOLDERS, (_, letter: string) => {
    if (letter === '') return 'http://media'
    return PRICES.has(letter) ? 'null' : `"${letter}"`
  })
}
