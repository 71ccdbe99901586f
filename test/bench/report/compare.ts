import { readFile } from 'node:fs/promises'
import { valueText, type Finding } from './finding.ts'
import type { Report, Settings } from './report.ts'
import { markdownTable } from './table.ts'

/** @throws when the file holds no report. */
export async function readReport(file: string): Promise<Report> {
  const report = JSON.parse(await readFile(file, 'utf8')) as Partial<Report>
  const isReport = Array.isArray(report.findings) && report.machine && report.settings
  if (!isReport) throw new Error(`${file} holds no report of this task.`)
  return report as Report
}

/** Both runs side by side, as Markdown, and what makes them hard to compare. */
export function comparison(before: Report, now: Report): string {
  const earlier = new Map(before.findings.map((finding) => [finding.key, finding]))
  const later = new Map(now.findings.map((finding) => [finding.key, finding]))
  const keys = [...new Set([...later.keys(), ...earlier.keys()])]
  const rows = keys.map((key) => comparedCells(earlier.get(key), later.get(key)))
  return [
    `Compared with the run of ${before.date}.`,
    ...differences(before, now),
    '',
    ...markdownTable(['what', 'before', 'now', 'change'], rows),
  ].join('\n')
}

function comparedCells(before: Finding | undefined, now: Finding | undefined): string[] {
  return [
    (now ?? before)?.what ?? '',
    before === undefined ? 'not measured' : valueText(before),
    now === undefined ? 'not measured' : valueText(now),
    changeText(before, now),
  ]
}

/** In per cent of the earlier value; empty if that was 0. */
function changeText(before: Finding | undefined, now: Finding | undefined): string {
  if (before === undefined || now === undefined) return ''
  if (before.value === now.value) return '0 %'
  if (before.value === 0) return ''
  const change = (now.value / before.value - 1) * 100 * Math.sign(before.value)
  return `${change > 0 ? '+' : ''}${change.toFixed(1)} %`
}

const SIZES: readonly (keyof Settings)[] = [
  'artworks',
  'events',
  'seconds',
  'rounds',
  'connections',
]

function differences(before: Report, now: Report): string[] {
  return [
    ...differing('machine', before.machine, now.machine, [
      'processor',
      'cores',
      'memoryGb',
      'node',
      'postgresql',
    ]),
    ...differing('settings', before.settings, now.settings, SIZES),
  ]
}

function differing<Facts extends object>(
  what: string,
  before: Facts,
  now: Facts,
  names: readonly (keyof Facts & string)[],
): string[] {
  const changed = names.filter((name) => before[name] !== now[name])
  if (changed.length === 0) return []
  const list = changed.map((name) => `${name} ${String(before[name])}, now ${String(now[name])}`)
  return [`Careful, another ${what}: ${list.join('; ')}.`]
}
