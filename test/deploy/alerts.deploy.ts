import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stringify } from 'yaml'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../support/repository.ts'
import { DAYS_TESTS_FILE, dashboardPanels, RULE_TESTS_FILE, RULES_FILE } from './operator-files.ts'

const isInstalled = spawnSync('promtool', ['--version']).status === 0
if (!isInstalled) {
  console.log('Skipped: promtool is not installed. It is part of the Debian package prometheus.')
}

const promtool = (...args: string[]): string =>
  execFileSync('promtool', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })

const scratch = mkdtempSync(path.join(tmpdir(), 'art-marketplace-rules-'))
afterAll(() => rmSync(scratch, { recursive: true }))

describe.skipIf(!isInstalled)('promtool', () => {
  it('accepts the alert rules', () => {
    expect(promtool('check', 'rules', RULES_FILE)).toContain('SUCCESS')
  })

  it.each([RULE_TESTS_FILE, DAYS_TESTS_FILE])(
    'finds that alerts fire when they must: %s',
    (file) => {
      expect(promtool('test', 'rules', file)).toContain('SUCCESS')
    },
  )

  it('accepts the expressions of the dashboard', () => {
    const expressions = dashboardPanels().flatMap(({ targets = [] }) => targets)
    const rules = expressions.map(({ expr }, at) => ({
      record: `panel:${at}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))
    expect(rules.length).toBeGreaterThan(30)
    const file = path.join(scratch, 'panels.yaml')
    writeFileSync(file, stringify({ groups: [{ name: 'panels', rules }] }))
    expect(promtool('check', 'rules', file)).toContain(`SUCCESS: ${rules.length} rules found`)
  })

  it('finds that the dashboard shows a share of 0 while nothing fails', () => {
    const shares = dashboardPanels()
      .filter(({ title }) => title.startsWith('Share of responses'))
      .flatMap(({ targets = [] }) => targets)
    expect(shares).not.toEqual([])
    const labels = 'job="a", instance="b", operation_id="listEvents"'
    const series = `http_requests_total{${labels}, method="GET", status="200"}`
    const promql_expr_test = shares.map(({ expr }) => ({
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$(?:job|instance)/g, '.*'),
      eval_time: '30m',
      exp_samples: [{ labels: '{operation_id="listEvents"}', value: 0 }],
    }))
    const input_series = [{ series, values: '0+60x60' }]
    const file = path.join(scratch, 'shares.yaml')
    writeFileSync(file, stringify({ tests: [{ interval: '1m', input_series, promql_expr_test }] }))
    expect(promtool('test', 'rules', file)).toContain('SUCCESS')
  })
})
