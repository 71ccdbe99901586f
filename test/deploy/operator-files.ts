import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { root } from '../support/repository.ts'

interface AlertRule {
  readonly alert: string
  readonly expr: string
  readonly annotations: Readonly<Record<string, string>>
}

interface RuleTest {
  readonly promql_expr_test: readonly {
    readonly exp_samples: readonly { readonly labels: string }[]
  }[]
}

interface Panel {
  readonly type: string
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
  readonly fieldConfig?: { readonly defaults: { readonly unit: string } }
  readonly gridPos: {
    readonly x: number
    readonly y: number
    readonly w: number
    readonly h: number
  }
}

export const RULES_FILE = 'deploy/prometheus/alerts.yaml'
export const RULE_TESTS_FILE = 'deploy/prometheus/alerts.test.yaml'
export const DAYS_TESTS_FILE = 'deploy/prometheus/alerts.days.test.yaml'

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

export function alertRules(): readonly AlertRule[] {
  const { groups } = parse(read(RULES_FILE)) as { groups: { rules: AlertRule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

export function ruleTests(): readonly RuleTest[] {
  return (parse(read(RULE_TESTS_FILE)) as { tests: RuleTest[] }).tests
}

export function dashboardPanels(): readonly Panel[] {
  const { panels } = JSON.parse(read('deploy/grafana/dashboard.json')) as { panels: Panel[] }
  return panels
}
