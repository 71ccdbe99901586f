import { byteText, type ByteText } from '../../byte-text.ts'
import { parsed, validateComponent } from '../../contract/response-validator.ts'
import { FRAGMENTS } from './stored-documents.ts'
import { wholeSql, withMediaUrl } from '../../documents/expression.ts'
import type { FragmentKind } from '../../documents/json-sql.ts'
import type { Ask, Rows } from '../rounds/ask.ts'
import { idOf, kindOf, namePart, type PartKind, type PartName } from './part-name.ts'
import { RATES_ASK } from './rates.ts'

export interface LoadedParts {
  /** As far as there are rows for them. */
  readonly texts: ReadonlyMap<PartName, ByteText>
  /** What the contract does not allow, and why. */
  readonly refused: ReadonlyMap<PartName, unknown>
}

/** What has to be asked for parts, and what is made of the answers. */
export interface PartLoads {
  readonly asks: readonly Ask[]
  made(answers: readonly Rows[]): LoadedParts
}

/** Reads the parts of these names and validates each by itself. */
export function loadParts(names: Iterable<PartName>, mediaUrl: string): PartLoads {
  const ids = new Map<PartKind, Set<string>>()
  for (const name of names) {
    const kind = kindOf(name)
    const wanted = ids.get(kind) ?? new Set()
    ids.set(kind, wanted.add(idOf(name)))
  }
  const kinds = [...ids.keys()]
  return {
    asks: kinds.map((kind) => askFor(kind, [...(ids.get(kind) ?? [])])),
    made(answers) {
      const texts = new Map<PartName, ByteText>()
      const refused = new Map<PartName, unknown>()
      for (const [at, kind] of kinds.entries()) {
        for (const [id, text] of answers[at] ?? []) {
          const name = namePart(kind, id as string)
          try {
            texts.set(name, accepted(kind, text as string, mediaUrl))
          } catch (error) {
            // It fails only the requests that need it.
            refused.set(name, error)
          }
        }
      }
      return { texts, refused }
    },
  }
}

function accepted(kind: PartKind, text: string, mediaUrl: string): ByteText {
  if (kind === 'exchange_rate') return byteText(text)
  const { component } = FRAGMENTS[kind]
  const json = withMediaUrl(text, mediaUrl)
  validateComponent(component, parsed(component, json))
  return byteText(json)
}

const statements = new Map<FragmentKind, string>()

function askFor(kind: PartKind, ids: readonly string[]): Ask {
  if (kind === 'exchange_rate') return RATES_ASK
  const text = statements.get(kind) ?? statementFor(kind)
  statements.set(kind, text)
  return { name: `parts ${kind}`, text, values: [`{${ids.join(',')}}`] }
}

function statementFor(kind: FragmentKind): string {
  const { json, from, id, idType = 'integer' } = FRAGMENTS[kind]
  return `SELECT ${id}::text, coalesce(${wholeSql(json)}, '') FROM ${from} WHERE ${id} = ANY ($1::${idType}[])`
}
