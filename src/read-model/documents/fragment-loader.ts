import { toLatin1, type Latin1Text } from '../../response-body.ts'
import { parseComponent, validateComponent } from '../../contract/response-validator.ts'
import type { ReadModelResources } from './document-spec.ts'
import { completeJsonSql, withMediaUrl } from '../../json-sql/expression.ts'
import type { Fragment } from '../../json-sql/json.ts'
import type { Statement, Rows } from '../batching/statement.ts'
import { idOf, kindOf, fragmentKey, type CachedKind, type FragmentKey } from './fragment-cache.ts'
import { RATES_STATEMENT } from './exchange-rates.ts'

export interface LoadedFragments {
  /** As far as there are rows for them. */
  readonly texts: ReadonlyMap<FragmentKey, Latin1Text>
  /** What the contract does not allow, and why. */
  readonly rejected: ReadonlyMap<FragmentKey, unknown>
}

/** What has to be asked for parts, and what is made of the answers. */
interface FragmentLoad {
  readonly statements: readonly Statement[]
  read(answers: readonly Rows[]): LoadedFragments
}

/** What fragments are read with. */
export interface FragmentSources {
  readonly mediaUrl: string
  readonly fragments: ReadModelResources['fragments']
}

/** Reads the parts of these names and validates each by itself. */
export function loadFragments(
  names: Iterable<FragmentKey>,
  { mediaUrl, fragments }: FragmentSources,
): FragmentLoad {
  const ids = new Map<CachedKind, Set<string>>()
  for (const name of names) {
    const kind = kindOf(name)
    const wanted = ids.get(kind) ?? new Set()
    ids.set(kind, wanted.add(idOf(name)))
  }
  const kinds = [...ids.keys()]
  return {
    statements: kinds.map((kind) =>
      kind === 'exchange_rate'
        ? RATES_STATEMENT
        : statementFor(fragments[kind], [...(ids.get(kind) ?? [])]),
    ),
    read(answers) {
      const texts = new Map<FragmentKey, Latin1Text>()
      const refused = new Map<FragmentKey, unknown>()
      for (const [at, kind] of kinds.entries()) {
        for (const [id, text] of answers[at] ?? []) {
          const name = fragmentKey(kind, id as string)
          try {
            texts.set(
              name,
              kind === 'exchange_rate'
                ? toLatin1(text as string)
                : validated(fragments[kind], withMediaUrl(text as string, mediaUrl)),
            )
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

function validated({ component }: Fragment, json: string): Latin1Text {
  validateComponent(component, parseComponent(component, json))
  return toLatin1(json)
}

/** To make a text takes longer than to send it. */
const texts = new WeakMap<Fragment, string>()

function statementFor(fragment: Fragment, ids: readonly string[]): Statement {
  const text = texts.get(fragment) ?? statementText(fragment)
  texts.set(fragment, text)
  return { name: `fragments ${fragment.kind}`, text, values: [`{${ids.join(',')}}`] }
}

function statementText({ json, from, id, idType }: Fragment): string {
  return `SELECT ${id}::text, coalesce(${completeJsonSql(json)}, '') FROM ${from} WHERE ${id} = ANY ($1::${idType ?? 'integer'}[])`
}
