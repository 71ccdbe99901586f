import { format } from 'oxfmt'
import { describe, expect, it } from 'vitest'
import type { Finding, Unit } from './report/finding.ts'
import { missedTargets, type Report } from './report/report.ts'
import { resultsPage } from './report/results-page.ts'
import { reportTable } from './report/table.ts'

function finding(key: string, value: number, unit: Unit): Finding {
  return { key, what: `the ${key}`, measured: 'words', value, unit }
}

const FINDINGS = [
  finding('random-page', 0.1, 'share'),
  finding('record', 0.2499, 'share'),
  finding('growth', 1.3, 'times'),
  finding('start', 1.01, 'seconds'),
  finding('gzip', 0.5, 'share'),
]

function report(changes: Partial<Report> = {}): Report {
  return {
    date: '2026-01-02T03:04:05.000Z',
    machine: { processor: 'P', cores: 2, memoryGb: 8, node: '20.19.0', postgresql: '18.4' },
    settings: {
      artworks: 1_000_000,
      events: 100_000,
      seconds: 3,
      rounds: 5,
      connections: 16,
      only: ['requests'],
    },
    findings: FINDINGS,
    failures: [],
    details: {},
    ...changes,
  }
}

describe('the table', () => {
  it('shows for each finding whether its target is met, also at the bound', () => {
    const lines = reportTable(report()).split('\n')
    expect(lines.slice(-5)).toEqual([
      '| the random-page | words | 0.100 of plain | at least 0.100 of plain | yes |',
      '| the record | words | 0.250 of plain | at least 0.250 of plain | no |',
      '| the growth | words | 1.30 times | at most 1.30 times | yes |',
      '| the start | words | 1.01 s | at most 1.00 s | no |',
      '| the gzip | words | 0.500 of plain |  |  |',
    ])
    expect(missedTargets(report()).map(({ key }) => key)).toEqual(['record', 'start'])
  })

  it('marks a run of another size', () => {
    const { settings } = report()
    expect(reportTable(report())).not.toContain('another size')
    expect(reportTable(report({ settings: { ...settings, events: 10 } }))).toContain('another size')
  })
})

describe('the page of results', () => {
  it('has the command and the date in the format of oxfmt', async () => {
    const args = ['--full', '--output', 'x.json', '--write', '--only=walk']
    const page = await resultsPage({
      title: 'Results of the bench',
      task: 'bench',
      args,
      date: report().date,
      report: reportTable(report()),
    })
    expect(page).toMatch(/^# Results of the bench\n\n`npm run bench -- --full --only=walk` on 2026/)
    expect(page).toContain('| the start       | words    | 1.01 s         |')
    expect((await format('page.md', page, { printWidth: 100 })).code).toBe(page)
  })
})
