import { breaking, harmless, KEEP, type Change, type Subject, type SubjectKind } from './change.ts'
import { compareHeader } from './compare-headers.ts'
import { compareParameter } from './compare-parameters.ts'
import { compareRequestBody } from './compare-request-bodies.ts'
import { compareResponse } from './compare-responses.ts'
import { compareSchemas } from './compare-schemas.ts'
import { compareSecurityScheme } from './compare-security.ts'
import { components, part, type Documents, type Pair } from './document.ts'
import { waysOfSchemas } from './ways.ts'

type CompareComponent = (pair: Pair, subject: Subject, documents: Documents) => Change[]

interface Kind {
  readonly subject: SubjectKind
  readonly compare: CompareComponent
}

/** Everything that has a name in both contracts; SDKs name their types after it. */
export function compareComponents(documents: Documents): Change[] {
  return Object.entries(kindsOf(documents)).flatMap(([key, kind]) =>
    compareKind(key, kind, documents),
  )
}

/** By the place below `components`. What an example shows is prose, but its name can be asked for. */
function kindsOf(documents: Documents): Readonly<Record<string, Kind>> {
  return {
    schemas: { subject: 'schema', compare: compareNamedSchemas(documents) },
    parameters: { subject: 'parameter', compare: compareParameter },
    requestBodies: { subject: 'request body', compare: compareRequestBody },
    responses: { subject: 'response', compare: compareResponse },
    headers: { subject: 'header', compare: compareHeader },
    examples: { subject: 'example', compare: () => [] },
    securitySchemes: { subject: 'credential', compare: compareSecurityScheme },
  }
}

function compareKind(
  key: string,
  { subject: kind, compare }: Kind,
  documents: Documents,
): Change[] {
  const old = components(documents.before, key)
  const present = components(documents.after, key)
  return [
    ...Object.keys(old).flatMap((name) => {
      const subject = { kind, name }
      if (!(name in present)) return [breaking(subject, 'gone or renamed', KEEP_NAME)]
      const pair = { before: part(old, name), after: part(present, name) }
      return compare(pair, subject, documents)
    }),
    ...Object.keys(present)
      .filter((name) => !(name in old) && TOLD_WHEN_NEW.includes(kind))
      .map((name) => harmless({ kind, name }, 'new')),
  ]
}

/** What else is new is told by whatever refers to it. */
const TOLD_WHEN_NEW: readonly SubjectKind[] = ['schema', 'credential']

const KEEP_NAME = `${KEEP} SDKs name types after it, so a new name breaks them as well.`

/** Held to the ways that it went when it was released: other ways have no clients yet. */
function compareNamedSchemas({ before }: Documents): CompareComponent {
  const waysOf = waysOfSchemas(before)
  return (pair, subject, documents) =>
    compareSchemas(pair, subject, { documents, ways: waysOf(subject.name) })
}
