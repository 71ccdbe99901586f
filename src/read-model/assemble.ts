import { asLatin1, MAX_PAGE_BYTES, type Latin1Text } from '../response-body.ts'
import type { Urls } from '../contract/operation-types.ts'
import type { DocumentSpecs } from './documents/document-spec.ts'
import type { ValidateDocument } from './documents/validate-document.ts'
import { digestOf, PLACEHOLDER_MARK } from '../json-sql/expression.ts'
import type { ListName } from '../lists/list.ts'
import type { DocumentOptions, DocumentRow } from './page-queries.ts'
import type { LocalState } from './local-state.ts'
import {
  digestIn,
  textOf,
  type FragmentKey,
  type FragmentCache,
} from './documents/fragment-cache.ts'
import { PRICE_LETTERS } from '../json-sql/json.ts'
import { DAYS_LETTER, localDays } from '../json-sql/local-days.ts'
import { RATES_KEY, ratesIn, type ConvertedPrices } from './documents/exchange-rates.ts'

const USD = PRICE_LETTERS.price_usd.charCodeAt(0)

const EUR = PRICE_LETTERS.price_eur.charCodeAt(0)

const DAYS = DAYS_LETTER.charCodeAt(0)

/** How long further documents are expected to be missing after one was. */
const EXPECTED_MS = 1_000

/** Decides whether statements should build missing documents: yes, shortly after one was missing. */
export class MissingDocuments {
  readonly #found: Record<ListName, number> = { artworks: -Infinity, events: -Infinity }
  readonly #onFound: (list: ListName, ids: readonly number[]) => void

  /** @param onFound called with records that have no document. */
  constructor(onFound: (list: ListName, ids: readonly number[]) => void) {
    this.#onFound = onFound
  }

  isExpected(list: ListName): boolean {
    return performance.now() - this.#found[list] < EXPECTED_MS
  }

  /** @param ids of records whose document was not stored, whether the statement has built it or not. */
  record(list: ListName, ids: readonly number[]): void {
    if (ids.length === 0) return
    this.#found[list] = performance.now()
    this.#onFound(list, ids)
  }
}

/** The texts of records, separated by commas. */
export interface AssembledRecords {
  readonly texts: readonly Latin1Text[]
  /** The number of records: fewer than rows were given where more would have exceeded `MAX_PAGE_BYTES`. */
  readonly size: number
  /** Different for different texts. */
  readonly digest: string
}

export interface AssemblySources {
  readonly urls: Urls
  readonly missingDocuments: MissingDocuments
  readonly documents: DocumentSpecs
  readonly validate: ValidateDocument
}

export function documentOptions(
  list: ListName,
  { urls, missingDocuments, documents }: AssemblySources,
): DocumentOptions {
  const buildsMissing = missingDocuments.isExpected(list)
  return { urls, buildsMissing, spec: documents[list] }
}

/** Between two records. */
export const COMMA = asLatin1(',')

/** The records, or the fragments that must be loaded first; `again` when the next statement must build documents. */
export type Assembly =
  | { readonly ready: AssembledRecords }
  | {
      readonly missing: readonly FragmentKey[]
      /** All fragments that the records embed, or those of the kinds that are missing; the missing ones first. */
      readonly embedded: (isOfKinds: boolean) => FragmentKey[]
    }
  | 'again'

/**
 * Assembles records from their documents and the cached fragments, until they have `MAX_PAGE_BYTES`. The lengths of all
 * texts are known before they are copied.
 * @throws {ContractViolation} for a record that violates the contract.
 */
export function assembleRecords(
  list: ListName,
  rows: readonly DocumentRow[],
  { fragments }: LocalState,
  { missingDocuments, validate }: AssemblySources,
): Assembly {
  missingDocuments.record(list, unstored(rows))
  const pieces: AssembledPieces = { texts: [], digests: [], missing: [] }
  const { texts, digests, missing } = pieces
  let [size, bytes] = [0, 0]
  for (const { text, digest, prices } of rows) {
    if (text === undefined) {
      // Not read, or not built, because the page has enough bytes before it (page-queries.ts). Without all of its
      // fragments, the bytes are not known.
      if (digest !== undefined || bytes >= MAX_PAGE_BYTES || missing.length > 0) break
      return 'again'
    }
    const before = { texts: texts.length, digests: digests.length, missing: missing.length }
    if (size > 0) texts.push(COMMA)
    digests.push(digest ?? validatedDigest(list, text, validate))
    assembleDocument(text, prices, fragments, pieces)
    bytes += texts.at(-1)?.length ?? 0
    if (size > 0 && bytes > MAX_PAGE_BYTES) {
      texts.length = before.texts
      digests.length = before.digests
      missing.length = before.missing
      break
    }
    size += 1
  }
  if (missing.length > 0)
    return { missing, embedded: (isOfKinds) => embeddedIn(rows, missing, isOfKinds) }
  return { ready: { texts, size, digest: digests.join('') } }
}

function embeddedIn(
  rows: readonly DocumentRow[],
  missing: readonly FragmentKey[],
  isOfKinds: boolean,
): FragmentKey[] {
  const keys = new Set(missing)
  const kinds = new Set(missing.map((key) => key[0]))
  for (const { text = '' } of rows) {
    // The odd parts are between two marks.
    for (const [at, part] of text.split(PLACEHOLDER_MARK).entries()) {
      const code = part.charCodeAt(0)
      if (at % 2 === 0 || code === DAYS) continue
      const key = code === USD || code === EUR ? RATES_KEY : (part as FragmentKey)
      if (!isOfKinds || kinds.has(key[0])) keys.add(key)
    }
  }
  return [...keys]
}

function unstored(rows: readonly DocumentRow[]): number[] {
  return rows.filter(({ digest }) => digest === undefined).map(({ id }) => id)
}

function validatedDigest(list: ListName, text: Latin1Text, validate: ValidateDocument): string {
  const digest = digestOf(text)
  validate(list, text, digest)
  return digest
}

export interface AssembledPieces {
  /** In order, to be concatenated. */
  readonly texts: Latin1Text[]
  /** Their concatenation is different for different texts. */
  readonly digests: string[]
  /** Fragments that are not cached. */
  readonly missing: FragmentKey[]
}

/**
 * Adds a document with its placeholders replaced. The pieces of a record are joined by `+`, which copies nothing until
 * the text is sent. Copying each piece separately takes a third longer; joining a page of 100 records by `+` takes half
 * as long again.
 * @param prices by which the list is sorted; without them, the price is converted by the current rates.
 */
export function assembleDocument(
  document: Latin1Text,
  prices: ConvertedPrices | undefined,
  fragments: FragmentCache,
  { texts, digests, missing }: AssembledPieces,
): void {
  let text = ''
  let from = 0
  for (
    let start = document.indexOf(PLACEHOLDER_MARK);
    start !== -1;
    start = document.indexOf(PLACEHOLDER_MARK, from)
  ) {
    const end = document.indexOf(PLACEHOLDER_MARK, start + 1)
    const code = document.charCodeAt(start + 1)
    if (code === USD || code === EUR) {
      const price = prices
        ? prices[code === USD ? 'price_usd' : 'price_eur']
        : converted(code, document.slice(start + 2, end), fragments)
      if (price === undefined) missing.push(RATES_KEY)
      else {
        text += document.slice(from, start) + price
        digests.push(price)
      }
    } else if (code === DAYS) {
      const days = localDays(document, start + 2, end)
      text += document.slice(from, start) + days
      digests.push(days)
    } else {
      const fragment = fragments.find(document, start + 1, end)
      if (fragment === undefined) missing.push(document.slice(start + 1, end) as FragmentKey)
      else {
        text += document.slice(from, start) + textOf(fragment)
        digests.push(digestIn(fragment))
      }
    }
    from = end + 1
  }
  texts.push(asLatin1(text + document.slice(from)))
}

/** Undefined while the rates are not cached. */
function converted(code: number, price: string, fragments: FragmentCache): Latin1Text | undefined {
  const fragment = fragments.find(RATES_KEY, 0, RATES_KEY.length)
  if (fragment === undefined) return undefined
  const rates = ratesIn(fragment)
  return asLatin1(code === USD ? rates.inDollars(price) : rates.inEuros(price))
}
