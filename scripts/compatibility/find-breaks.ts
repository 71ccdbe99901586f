import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Documents, Node } from './document.ts'
import type { Finding, Judge } from './finding.ts'
import { judgeByOasdiff } from './oasdiff-judge.ts'
import { judgeByOwnRules } from './own-judge.ts'
import { judgeByRedocly } from './redocly-judge.ts'
import { forOtherTools } from './for-other-tools.ts'
import { withStatedPatterns } from './with-stated-patterns.ts'
import { withoutWhatIsOver } from './without-what-is-over.ts'

export interface Verdict {
  readonly findings: readonly Finding[]
  /** Tools that are not installed, so that nobody asked them. */
  readonly skipped: readonly string[]
}

const TOOLS: Readonly<Record<string, Judge>> = {
  'redocly diff': judgeByRedocly,
  oasdiff: judgeByOasdiff,
}

/**
 * Whether clients of the released contract can go on with the present one. Our own rules know best what
 * to do about a break; what they let pass is shown to other tools, because nobody thinks of everything.
 * @param today as YYYY-MM-DD: what was deprecated and is past its sunset date may be gone.
 */
export async function findBreaks(documents: Documents, today: string): Promise<Verdict> {
  const { after } = documents
  const before = withStatedPatterns({ before: withoutWhatIsOver(documents, today), after })
  const findings = judgeByOwnRules({ before, after })
  return findings.length > 0 ? { findings, skipped: [] } : askTools({ before, after })
}

async function askTools({ before, after }: Documents): Promise<Verdict> {
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-'))
  try {
    const files = {
      before: await write(path.join(folder, 'released.json'), forOtherTools(before)),
      after: await write(path.join(folder, 'present.json'), forOtherTools(after)),
    }
    const asked = await Promise.all(
      Object.entries(TOOLS).map(async ([name, judge]) => ({
        name,
        found: await judge(files).catch((error: unknown) => [failureOf(name, error)]),
      })),
    )
    return {
      findings: asked.flatMap(({ found }) => found ?? []),
      skipped: asked.filter(({ found }) => found === undefined).map(({ name }) => name),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A tool that could not judge: nobody knows what it would have found. */
function failureOf(tool: string, error: unknown): Finding {
  return {
    by: tool,
    place: 'contract',
    what: `${tool} failed: ${error instanceof Error ? error.message : String(error)}`.trim(),
    mend: 'See that the tool works, and that both documents can be read.',
  }
}

async function write(file: string, document: Node): Promise<string> {
  await writeFile(file, JSON.stringify(document, null, 2))
  return file
}
