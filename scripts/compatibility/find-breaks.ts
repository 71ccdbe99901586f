import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../src/config.ts'
import { missingPrograms } from '../../test/sdks/missing-programs.ts'
import type { Subject } from './change.ts'
import { compareDocuments } from './compare-documents.ts'
import { type Documents, type Node, isNode, list } from './document.ts'
import { withoutExpired } from './without-expired.ts'

interface Verdict {
  readonly findings: readonly Finding[]
  /** Tools that are not installed. */
  readonly skipped: readonly string[]
}

const TOOLS: Readonly<Record<string, Judge>> = {
  'redocly diff': compareByRedocly,
  oasdiff: compareByOasdiff,
}

/**
 * Whether clients of the released contract can go on with the present one. Our own rules know best what
 * to do about a break; what they accept is given to other tools, because no set of rules is complete.
 * @param today as YYYY-MM-DD: what was deprecated and is past its sunset date may be gone.
 */
export async function findBreaks(documents: Documents, today: string): Promise<Verdict> {
  const { after } = documents
  const before = withStatedPatterns({ before: withoutExpired(documents, today), after })
  const findings = compareByOwnRules({ before, after })
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

/** A failed tool is a finding: its result is unknown. */
function failureOf(tool: string, error: unknown): Finding {
  return {
    by: tool,
    place: 'contract',
    what: `${tool} failed: ${error instanceof Error ? error.message : String(error)}`.trim(),
    remedy: 'See that the tool works, and that both documents can be read.',
  }
}

async function write(file: string, document: Node): Promise<string> {
  await writeFile(file, JSON.stringify(document, null, 2))
  return file
}

/** What breaks by our own rules, the names that SDKs are made of among it. */
export function compareByOwnRules(documents: Documents): Finding[] {
  return compareDocuments(documents).flatMap(({ subject, what, remedy }) =>
    remedy === undefined ? [] : [{ by: 'our own rules', place: placeOf(subject), what, remedy }],
  )
}

function placeOf({ kind, name }: Subject): string {
  return kind === name ? name : `${kind} ${name}`
}

interface Report {
  readonly changes: readonly { readonly path: string; readonly verdicts: readonly RuleResult[] }[]
}

interface RuleResult {
  readonly ruleId: string
  readonly impact: string
  readonly message: string
}

/**
 * What `redocly diff` takes for breaking, by the ruleset `diff-recommended` of redocly.yaml. Blind to
 * renamed components, tags and defaults.
 */
export async function compareByRedocly(files: ComparedFiles): Promise<Finding[]> {
  const root = projectRoot()
  const redocly = path.join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const config = `--config=${path.join(root, 'redocly.yaml')}`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [redocly, 'diff', files.before, files.after, '--format=json', '--fail-on=none', config],
    { cwd: root, maxBuffer: Infinity },
  )
  const { changes } = JSON.parse(stdout) as Report
  return changes.flatMap(({ path: place, verdicts }) =>
    verdicts
      .filter(({ impact }) => impact === 'major')
      .map(({ ruleId, message }) => ({
        by: 'redocly diff',
        place: place.replaceAll('~1', '/'),
        what: message,
        remedy: `Undo it; redocly's documentation explains the rule ${ruleId}.`,
      })),
  )
}

interface Reported {
  readonly id: string
  readonly text: string
  readonly operation?: string
  readonly path?: string
}

/** What oasdiff takes for breaking, be it for certain or likely; undefined when it is not on the PATH. */
export async function compareByOasdiff(files: ComparedFiles): Promise<Finding[] | undefined> {
  if ((await missingPrograms(['oasdiff'])).length > 0) return undefined
  const args = ['breaking', files.before, files.after, '--format=json']
  const { stdout } = await promisify(execFile)('oasdiff', args, { maxBuffer: Infinity })
  const reported = (JSON.parse(stdout || '[]') ?? []) as readonly Reported[]
  return reported.map(({ id, text, operation = '', path: route = '' }) => ({
    by: 'oasdiff',
    place: `${operation} ${route}`.trim() || 'contract',
    what: text,
    remedy: `Undo it; \`oasdiff checks\` explains ${id}.`,
  }))
}

/** Something that breaks clients of the released contract. */
interface Finding {
  /** Which tool says so. */
  readonly by: string
  /** Where in the contract. */
  readonly place: string
  readonly what: string
  /** What to do about it. */
  readonly remedy: string
}

/** What a tool says of two documents; undefined when it is not there to be asked. */
type Judge = (files: ComparedFiles) => Promise<readonly Finding[] | undefined>

/** The documents as JSON files. */
export interface ComparedFiles {
  readonly before: string
  readonly after: string
}

/**
 * A document without the constructs that other tools misreport and our own rules cover. `oneOf: [X, {type:
 * 'null'}]` is written as `X`: the step from one to the other is a break to them whichever way it goes.
 * `bearerFormat`, which is a hint for readers (OpenAPI 3.1, "Security Scheme Object"), is left out.
 */
function forOtherTools(document: Node): Node {
  return simplified(document) as Node
}

function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplified)
  if (!isNode(value)) return value
  return Object.fromEntries(
    Object.entries(withoutNullBranch(value))
      .filter(([key]) => key !== 'bearerFormat')
      .map(([key, child]) => [key, simplified(child)]),
  )
}

function withoutNullBranch(node: Node): Node {
  const { oneOf: _, ...beside } = node
  const [branch, nothing, ...others] = list(node, 'oneOf').filter(isNode)
  const isNullable = branch !== undefined && nothing?.['type'] === 'null' && others.length === 0
  return isNullable ? { ...branch, ...beside } : node
}

/**
 * Patterns that say to programs what the released contract says in words, and what the service rejected
 * all along, with the pattern that stood in their place. "Writing" names U+0000, URLs and timestamps;
 * "Safe writes" names entity tags (RFC 9110, section 8.8.3). They can go with the next release.
 */
const STATED: ReadonlyMap<string, string | undefined> = new Map([
  [String.raw`^[^\x00]*$`, undefined],
  [String.raw`^[^\x00]+$`, undefined],
  [String.raw`^\s*[^\s\x00][^\x00]*$`, String.raw`\S`],
  [String.raw`^[^<>\x00]*$`, '^[^<>]*$'],
  [String.raw`^[^@<>\s\x00]+@[^@<>\s\x00]+$`, String.raw`^[^@<>\s]+@[^@<>\s]+$`],
  [
    String.raw`^https?://[A-Za-z0-9.-]+(:[0-9]+)?([/?#][A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*)?$`,
    undefined,
  ],
  [
    String.raw`^(\*|[\s,]*(W/)?"[^\x00-\x20"\x7f]*"(\s*,[\s,]*(W/)?"[^\x00-\x20"\x7f]*")*[\s,]*)$`,
    undefined,
  ],
])

/** The released contract with the patterns of the present one that only repeat what its words say. */
function withStatedPatterns({ before, after }: Documents): Node {
  return patternsAdded(before, after) as Node
}

function patternsAdded(old: unknown, present: unknown): unknown {
  if (Array.isArray(old)) {
    return old.map((item, index) =>
      patternsAdded(item, Array.isArray(present) ? present[index] : {}),
    )
  }
  if (!isNode(old) || !isNode(present)) return old
  const { pattern } = present
  const isStated =
    typeof pattern === 'string' && STATED.has(pattern) && STATED.get(pattern) === old['pattern']
  return {
    ...Object.fromEntries(
      Object.entries(old).map(([key, value]) => [key, patternsAdded(value, present[key])]),
    ),
    ...(isStated && { pattern }),
  }
}
