import { toLatin1, type Latin1Text } from '../../byte-text.ts'
import { parseComponent, validateComponent } from '../../contract/response-validator.ts'
import { FRAGMENTS } from './stored-documents.ts'
import { completeJsonSql, withMediaUrl } from '../../documents/expression.ts'
import type { FragmentKind } from '../../documents/json-sql.ts'
import type { Statement, Rows } from '../rounds/ask.ts'
import { idOf, kindOf, fragmentKey, type CachedKind, type FragmentKey } from './part-name.ts'
import { RATES_STATEMENT } from './rates.ts'

export interface LoadedFragments {
  /** As far as there are rows for them. */
  readonly texts: ReadonlyMap<FragmentKey, Latin1Text>
  /** What the contract does not allow, and why. */
  readonly rejected: ReadonlyMap<FragmentKey, unknown>
}

/** What has to be asked for parts, and what is made of the answers. */
export interface FragmentLoad {
  readonly statements: readonly Statement[]
  read(answers: readonly Rows[]): LoadedFragments
}

/** Reads the parts of these names and validates each by itself. */
export function loadFragments(names: Iterable<FragmentKey>, mediaUrl: string): FragmentLoad {
  const ids = new Map<CachedKind, Set<string>>()
  for (const name of names) {
    const kind = kindOf(name)
    const wanted = ids.get(kind) ?? new Set()
    ids.set(kind, wanted.add(idOf(name)))
  }
  const kinds = [...ids.keys()]
  return {
    statements: kinds.map((kind) => askFor(kind, [...(ids.get(kind) ?? [])])),
    read(answers) {
      const texts = new Map<FragmentKey, Latin1Text>()
      const refused = new Map<FragmentKey, unknown>()
      for (const [at, kind] of kinds.entries()) {
        for (const [id, text] of answers[at] ?? []) {
          const name = fragmentKey(kind, id as string)
          try {
            texts.set(name, accepted(kind, text as string, mediaUrl))
          } catch (error) {
            // It fails only the requests that need it.
            refused.set(name, error)
          }
        }
      }
      return { texts, rejected: refused }
    },
  }
}

function accepted(kind: CachedKind, text: string, mediaUrl: string): Latin1Text {
  if (kind === 'exchange_rate') return toLatin1(text)
  const { component } = FRAGMENTS[kind]
  const json = withMediaUrl(text, mediaUrl)
  validateComponent(component, parseComponent(component, json))
  return toLatin1(json)
}

const statements = new Map<FragmentKind, string>()

function askFor(kind: CachedKind, ids: readonly string[]): Statement {
  if (kind === 'exchange_rate') return RATES_STATEMENT
  const text = statements.get(kind) ?? statementFor(kind)
  statements.set(kind, text)
  return { name: `parts ${kind}`, text, values: [`{${ids.join(',')}}`] }
}

function statementFor(kind: FragmentKind): string {
  const { json, from, id, idType = 'integer' } = FRAGMENTS[kind]
  return `SELECT ${id}::text, coalesce(${completeJsonSql(json)}, '') FROM ${from} WHERE ${id} = ANY ($1::${idType}[])`
}
