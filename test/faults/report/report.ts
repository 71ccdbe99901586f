import { machineText, type Machine } from '../../bench/report/machine.ts'
import { markdownTable } from '../../bench/report/table.ts'
import type { Sizes } from '../sizes.ts'
import type { Finding } from './finding.ts'

export interface PartReport {
  readonly part: string
  readonly seconds: number
  readonly findings: readonly Finding[]
  /** The previous try. */
  readonly before?: PartReport
}

/** The results of a run, as in the JSON file. */
export interface Report {
  readonly date: string
  readonly machine: Machine
  readonly seed: number
  readonly sizes: Sizes
  readonly parts: readonly PartReport[]
}

/** The report as Markdown: a paragraph about the run and a table. */
export function reportTable({ machine, seed, parts }: Report): string {
  const rows = parts.flatMap(({ part, findings, before }) =>
    findings.map(({ what, measured, mustBe, isMet }, at) => {
      const tries = [measured, ...triesBefore(before, at)].join('; before that ')
      return [part, what, tries, mustBe, isMet ? 'yes' : 'no'].map(cell)
    }),
  )
  const head = ['part', 'what', 'measured', 'must be', 'met']
  return [`${machineText(machine)} Seed ${seed}.`, '', ...markdownTable(head, rows)].join('\n')
}

/** The measurements of earlier tries, the latest first. */
function triesBefore(report: PartReport | undefined, at: number): string[] {
  if (report === undefined) return []
  return [report.findings[at]?.measured ?? 'nothing', ...triesBefore(report.before, at)]
}

/** A quoted response may contain any characters. */
function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`)
}
