import { breaking, judged, type Change, type Subject } from './change.ts'
import { compareUnknown } from './compare-unknown.ts'
import { isNode, list, type Documents, type Node, type Pair } from './document.ts'

/** By the name of a scheme, the scopes; without a name, anybody. */
type Requirement = Readonly<Record<string, readonly unknown[]>>

/** Whoever could call an operation must be able to go on. */
export function compareSecurity(pair: Pair, subject: Subject, documents: Documents): Change[] {
  const old = requirements(documents.before, pair.before)
  const present = requirements(documents.after, pair.after)
  if (words(old) === words(present)) return []
  const isEnough = (held: Requirement): boolean => present.some((asked) => covers(held, asked))
  const mend = 'Ask for no more than before: clients have keys with those scopes.'
  const what = `asks for ${words(present)} instead of ${words(old)}`
  return [judged(subject, what, !old.every(isEnough), mend)]
}

function requirements(document: Node, operation: Node): Requirement[] {
  const holder = operation['security'] === undefined ? document : operation
  const asked = list(holder, 'security').filter(isNode)
  return asked.length === 0 ? [{}] : (asked as Requirement[])
}

function covers(held: Requirement, asked: Requirement): boolean {
  return Object.entries(asked).every(([scheme, scopes]) => {
    const own = held[scheme]
    return own !== undefined && scopes.every((scope) => own.includes(scope))
  })
}

function words(asked: readonly Requirement[]): string {
  return asked.map(wordsOf).join(' or ')
}

function wordsOf(requirement: Requirement): string {
  const schemes = Object.entries(requirement).map(([scheme, scopes]) =>
    scopes.length === 0 ? `\`${scheme}\`` : `\`${scheme}\` with \`${scopes.join(' ')}\``,
  )
  return schemes.length === 0 ? 'nothing' : schemes.join(' and ')
}

/** The kind of credential itself. */
export function compareSecurityScheme({ before, after }: Pair, subject: Subject): Change[] {
  const changed = ['type', 'scheme', 'in', 'name'].filter((key) => before[key] !== after[key])
  return [
    ...changed.map((key) =>
      breaking(subject, `another \`${key}\``, 'Clients have this kind of credential: keep it.'),
    ),
    ...compareUnknown(
      { before, after },
      subject,
      new Set(['type', 'scheme', 'in', 'name', 'description', 'bearerFormat']),
    ),
  ]
}
