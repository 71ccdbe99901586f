import { LRUCache } from 'lru-cache'
import { memoizeByObject } from '../../cache/memoize.ts'
import { componentValidator, parseComponent } from '../../contract/response-validator.ts'
import { fromLatin1, type Latin1Text } from '../../response-body.ts'
import type { ListName } from '../../lists/list.ts'
import type { ReadModelResources } from './document-spec.ts'
import { PLACEHOLDERS } from '../../json-sql/expression.ts'
import { DAYS_LETTER } from '../../json-sql/local-days.ts'
import { FRAGMENT_LETTERS, PRICE_LETTERS, type FragmentKind } from '../../json-sql/json.ts'

/** Capacity of the cache of digests of valid documents. */
const MAX_VALIDATED = 50_000

/**
 * Validates a document against the contract. Remembers the digests of valid documents, to validate each once.
 * @param digest of the text.
 * @throws {ContractViolation} that names the path, never the value.
 */
export type ValidateDocument = (list: ListName, text: Latin1Text, digest: string) => void

export const documentValidator = memoizeByObject(
  (resources: ReadModelResources): ValidateDocument => {
    const { documents, fragments } = resources
    const validated = new LRUCache<string, true>({ max: MAX_VALIDATED })
    const validate = componentValidator('documents', placeholderSchemas(fragments))
    return (list, text, digest) => {
      if (validated.get(digest) === true) return
      const { component } = documents[list]
      validate(component, parseComponent(component, plainJson(text)))
      validated.set(digest, true)
    }
  },
)

/** A document has the letter of a fragment in place of its record, which is validated separately. */
function placeholderSchemas(fragments: ReadModelResources['fragments']): Record<string, object> {
  const letters: Record<string, string[]> = {}
  for (const [kind, { component }] of Object.entries(fragments)) {
    letters[component] = [...(letters[component] ?? []), FRAGMENT_LETTERS[kind as FragmentKind]]
  }
  return Object.fromEntries(
    Object.entries(letters).map(([component, values]) => [component, { enum: values }]),
  )
}

const PRICES = new Set<string>(Object.values(PRICE_LETTERS))

/**
 * The text as JSON, with null for converted prices, which the contract allows, and without local days, which are a part of a
 * string. Both fit the contract by construction (test/read-model/documents/exchange-rates.test.ts,
 * test/events/summary.test.ts).
 */
function plainJson(text: Latin1Text): string {
  return fromLatin1(text).replace(PLACEHOLDERS, (_, letter: string) => {
    if (letter === DAYS_LETTER) return ''
    return PRICES.has(letter) ? 'null' : `"${letter}"`
  })
}
