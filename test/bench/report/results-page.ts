import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { format } from 'oxfmt'
import { projectRoot } from '../../../src/config.ts'

/** Columns of the pages in src/docs. */
const PAGE_WIDTH = 125
/** Options that do not change the results. */
const UNLISTED = ['--write', '--output']

interface ResultsPage {
  readonly title: string
  /** As in `npm run TASK`. */
  readonly task: string
  /** The arguments of the command line. */
  readonly args: readonly string[]
  readonly date: string
  /** A paragraph, an empty line and a table, as Markdown. */
  readonly report: string
}

/** Writes the results of a run to a page of src/docs, formatted by oxfmt. */
export async function writeResultsPage(name: string, page: ResultsPage): Promise<void> {
  const file = path.join(projectRoot(), 'src/docs', name)
  await writeFile(file, await resultsPage(page))
  console.error(`Wrote ${path.relative('', file)}`)
}

export async function resultsPage({
  title,
  task,
  args,
  date,
  report,
}: ResultsPage): Promise<string> {
  const options = args.filter((arg, at) => !isUnlisted(arg) && !isUnlistedValue(args[at - 1]))
  const command = [`npm run ${task}`, ...(options.length > 0 ? ['--', ...options] : [])].join(' ')
  const text = `# ${title}\n\n\`${command}\` on ${date.slice(0, 10)}: ${report}\n`
  const { code } = await format('page.md', text, { proseWrap: 'always', printWidth: PAGE_WIDTH })
  return code
}

function isUnlisted(arg: string): boolean {
  return UNLISTED.includes(arg.replace(/=.*/s, ''))
}

function isUnlistedValue(before: string | undefined): boolean {
  return before !== undefined && before !== '--write' && UNLISTED.includes(before)
}
