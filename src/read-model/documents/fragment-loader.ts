import { toLatin1, type Latin1Text } from '../../response-body.ts'
import type { Urls } from '../../contract/operation-types.ts'
import { parseComponent, validateComponent } from '../../contract/response-validator.ts'
import type { ReadModelResources } from './document-spec.ts'
import { completeJsonSql, withUrls } from '../../json-sql/expression.ts'
import type { Fragment } from '../../json-sql/json.ts'
import type { Statement, Rows } from '../../database/statement.ts'
import { idOf, kindOf, fragmentKey, type CachedKind, type FragmentKey } from './fragment-cache.ts'
import { RATES_STATEMENT } from './exchange-rates.ts'

export interface LoadedFragments {
  /** The fragments that exist. */
  readonly texts: ReadonlyMap<FragmentKey, Latin1Text>
  /** The errors of the fragments that violate the contract. */
  readonly rejected: ReadonlyMap<FragmentKey, unknown>
}

/** The statements that load fragments, and the function that reads their results. */
interface FragmentLoad {
  readonly statements: readonly Statement[]
  read(results: readonly Rows[]): LoadedFragments
}

export interface FragmentSources {
  readonly urls: Urls
  readonly fragments: ReadModelResources['fragments']
}

/** Of each kind, in bytes, unless a single fragment has more. */
const MAX_LOADED_BYTES = 1024 * 1024

/**
 * Loads fragments by their keys, in the order of their ids until they have `MAX_LOADED_BYTES`, and validates each
 * separately. A read asks again for those that it still misses.
 */
export function loadFragments(
  keys: Iterable<FragmentKey>,
  { urls, fragments }: FragmentSources,
): FragmentLoad {
  const ids = new Map<CachedKind, Set<string>>()
  for (const key of keys) {
    const kind = kindOf(key)
    const known = ids.get(kind) ?? new Set()
    ids.set(kind, known.add(idOf(key)))
  }
  const kinds = [...ids.keys()]
  return {
    statements: kinds.map((kind) =>
      kind === 'exchange_rate'
        ? RATES_STATEMENT
        : statementFor(fragments[kind], [...(ids.get(kind) ?? [])]),
    ),
    read(results) {
      const texts = new Map<FragmentKey, Latin1Text>()
      const rejected = new Map<FragmentKey, unknown>()
      for (const [at, kind] of kinds.entries()) {
        for (const [id, text] of results[at] ?? []) {
          const key = fragmentKey(kind, id as string)
          try {
            texts.set(
              key,
              kind === 'exchange_rate'
                ? toLatin1(text as string)
                : validated(fragments[kind], withUrls(text as string, urls)),
            )
          } catch (error) {
            // A rejected fragment fails only the requests that need it.
            rejected.set(key, error)
          }
        }
      }
      return { texts, rejected }
    },
  }
}

function validated({ component }: Fragment, json: string): Latin1Text {
  validateComponent(component, parseComponent(component, json))
  return toLatin1(json)
}

/** Building the text of a statement takes longer than sending it. */
const texts = new WeakMap<Fragment, string>()

function statementFor(fragment: Fragment, ids: readonly string[]): Statement {
  const text = texts.get(fragment) ?? statementText(fragment)
  texts.set(fragment, text)
  return { name: `fragments ${fragment.kind}`, text, values: [`{${ids.join(',')}}`] }
}

function statementText({ json, from, id, idType }: Fragment): string {
  return `SELECT id::text, text FROM (
      SELECT id, text, sum(octet_length(text)) OVER (ORDER BY id) - octet_length(text) AS before FROM (
        SELECT ${id} AS id, coalesce(${completeJsonSql(json)}, '') AS text FROM ${from}
        WHERE ${id} = ANY ($1::${idType ?? 'integer'}[]) OFFSET 0
      ) AS built
    ) AS loaded WHERE before < ${MAX_LOADED_BYTES}`
}
