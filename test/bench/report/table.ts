import { FULL_SIZE } from '../options.ts'
import { grouped, isMet, targetText, valueText, type Finding } from './finding.ts'
import { machineText } from './machine.ts'
import type { Report, Settings } from './report.ts'

/** The report as Markdown: a paragraph about the run and a table. */
export function reportTable({ settings, machine, findings }: Report): string {
  const { artworks, events, connections, rounds, seconds } = settings
  return [
    `${grouped(artworks)} artworks and ${grouped(events)} events, one process, ${connections} ` +
      `connections, medians of ${rounds} rounds of ${seconds} s each.`,
    machineText(machine),
    ...(isFull(settings) ? [] : [FULL_SIZE_NOTE]),
    '',
    ...markdownTable(
      ['what', 'measured', 'value', 'target', 'met'],
      findings.map((finding) => cells(finding)),
    ),
  ].join('\n')
}

const FULL_SIZE_NOTE =
  `The targets are for ${grouped(FULL_SIZE.artworks)} artworks and ` +
  `${grouped(FULL_SIZE.events)} events (--full): this run was of another size.`

function isFull({ artworks, events }: Settings): boolean {
  return artworks === FULL_SIZE.artworks && events === FULL_SIZE.events
}

function cells(finding: Finding): string[] {
  const met = isMet(finding)
  return [
    finding.what,
    finding.measured,
    valueText(finding),
    targetText(finding),
    met === undefined ? '' : met ? 'yes' : 'no',
  ]
}

export function markdownTable(head: readonly string[], rows: readonly string[][]): string[] {
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)]
}
