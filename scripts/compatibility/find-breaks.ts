import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../src/config.ts'
import { messageOf } from '../command-line.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { compareDocuments } from './compare-documents.ts'
import { type Documents, type Node, isNode, nullableBranch, resolve } from './document.ts'
import { withoutExpired } from './without-expired.ts'

interface CompatibilityResult {
  readonly findings: readonly Finding[]
  /** Tools that are not installed. */
  readonly skipped: readonly string[]
}

/** A change that breaks clients of the released contract. */
interface Finding {
  /** The tool that reports it. */
  readonly by: string
  /** Where in the contract. */
  readonly place: string
  readonly what: string
  readonly remedy: string
}

/**
 * Whether the present contract breaks clients of the released one. Our own rules hold for what SDKs are made of, and
 * redocly judges what they only report; oasdiff compares as well where it is installed, because no set of rules is
 * complete.
 * @param today as YYYY-MM-DD: deprecated parts that are past their sunset date may be gone.
 */
export async function findBreaks(
  { before: released, after }: Documents,
  today: string,
): Promise<CompatibilityResult> {
  const before = withoutExpired({ before: released, after }, today)
  const own = compareByOwnRules({ before, after })
  const { findings, skipped } = await runTools({ before, after })
  return { findings: [...own, ...findings], skipped }
}

/** The findings of a tool; undefined when it is not installed. */
type Tool = (files: ComparedFiles) => Promise<readonly Finding[] | undefined>

/** The documents as JSON files. */
interface ComparedFiles {
  readonly before: string
  readonly after: string
}

const TOOLS: Readonly<Record<string, Tool>> = {
  'redocly diff': compareByRedocly,
  oasdiff: compareByOasdiff,
}

const run = promisify(execFile)

const ended = new AbortController()
process.once('exit', () => ended.abort())

/** How tools run: they end with this process. */
const TOOL_OPTIONS = { maxBuffer: Infinity, signal: ended.signal }

/** The findings of the other tools. */
async function runTools({ before, after }: Documents): Promise<CompatibilityResult> {
  const folder = await makeScratchFolder(path.join(tmpdir(), 'art-marketplace-contract-'))
  try {
    const files = {
      before: await write(path.join(folder, 'released.json'), before),
      after: await write(path.join(folder, 'present.json'), after),
    }
    const results = await Promise.all(
      Object.entries(TOOLS).map(async ([name, tool]) => ({
        name,
        found: await tool(files).catch((error: unknown) => [failureOf(name, error)]),
      })),
    )
    return {
      findings: results.flatMap(({ found }) => found ?? []),
      skipped: results.filter(({ found }) => found === undefined).map(({ name }) => name),
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
    what: `${tool} failed: ${messageOf(error)}`.trim(),
    remedy: 'See that the tool works, and that both documents can be read.',
  }
}

async function write(file: string, document: Node): Promise<string> {
  await writeFile(file, JSON.stringify(simplified(document), null, 2))
  return file
}

/** The breaking changes by our own rules, names that SDKs are made of included. */
export function compareByOwnRules(documents: Documents): Finding[] {
  return compareDocuments(documents).flatMap(({ subject: { kind, name }, what, remedy }) => {
    const place = kind === name ? name : `${kind} ${name}`
    return remedy === undefined ? [] : [{ by: 'our own rules', place, what, remedy }]
  })
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
 * The breaking changes by `redocly diff`, with the ruleset `diff-recommended` of redocly.yaml. It ignores
 * renamed components, tags and defaults.
 */
async function compareByRedocly(files: ComparedFiles): Promise<Finding[]> {
  const root = projectRoot()
  const redocly = path.join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const config = `--config=${path.join(root, 'redocly.yaml')}`
  const args = [
    redocly,
    'diff',
    files.before,
    files.after,
    '--format=json',
    '--fail-on=none',
    config,
  ]
  const { stdout } = await run(process.execPath, args, { ...TOOL_OPTIONS, cwd: root })
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

/** The certain and likely breaking changes by oasdiff; undefined when it is not on the PATH. */
async function compareByOasdiff(files: ComparedFiles): Promise<Finding[] | undefined> {
  const args = ['breaking', files.before, files.after, '--format=json']
  const output = await run('oasdiff', args, TOOL_OPTIONS).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (output === undefined) return undefined
  const reported = (JSON.parse(output.stdout || '[]') ?? []) as readonly Reported[]
  return reported.map(({ id, text, operation = '', path: route = '' }) => ({
    by: 'oasdiff',
    place: `${operation} ${route}`.trim() || 'contract',
    what: text,
    remedy: `Undo it; \`oasdiff checks\` explains ${id}.`,
  }))
}

/**
 * A document as other tools understand it. `oneOf: [X, {type: 'null'}]` is written as `X` with null among its types: the
 * step from `X` to the other is a break to them whichever way it goes. `x-maximum-decimals`, which they do not know, is
 * written as an upper bound that numbers do not have. `bearerFormat`, which is a hint for readers (OpenAPI 3.1,
 * "Security Scheme Object"), is left out.
 */
function simplified(document: Node): unknown {
  const translate = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(translate)
    if (!isNode(value)) return value
    const { bearerFormat: _, 'x-maximum-decimals': decimals, ...others } = withNullType(value)
    const bound = decimals === undefined ? {} : { maxLength: decimals }
    return Object.fromEntries(
      Object.entries({ ...others, ...bound }).map(([key, child]) => [key, translate(child)]),
    )
  }
  const withNullType = (node: Node): Node => {
    const { oneOf: _, ...beside } = node
    const branch = nullableBranch(node)
    if (branch === undefined) return node
    const { type, ...schema } = resolve(document, branch)
    return { ...schema, ...beside, type: [type, 'null'].flat() }
  }
  return translate(document)
}
