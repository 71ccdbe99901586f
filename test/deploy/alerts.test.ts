import { describe, expect, it } from 'vitest'
import { expressionErrors } from '../../scripts/generate/promql.ts'
import { MARKDOWN_PAGES } from '../../src/pages/docs/markdown-pages.ts'
import { renderMarkdown } from '../../src/pages/docs/render-markdown.ts'
import { declaredMetrics } from '../../src/server/metrics.ts'
import { alertRules, ruleTests } from './operator-files.ts'

const metrics = declaredMetrics()
const rules = alertRules()
const names = rules.map(({ alert }) => alert)

/** The ids of all headings of a page, as `/docs/page#id`. */
function headingsOf(page: (typeof MARKDOWN_PAGES)[number]): string[] {
  const { html } = renderMarkdown(page, '')
  return [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => `${page.path}#${id}`)
}

describe('an alert', () => {
  it.each(rules.map(({ alert, expr }) => [alert, expr]))(
    '%s names only series and labels that the service declares',
    (_alert, expr) => {
      expect(expressionErrors(expr, metrics)).toEqual([])
    },
  )

  it('says why its threshold is what it is, and leads to a section of the documents', () => {
    const headings = new Set(MARKDOWN_PAGES.flatMap(headingsOf))
    for (const { alert, annotations } of rules) {
      expect(annotations['why'], alert).toMatch(/^.{40,}\.$/s)
      const [target = ''] = /\/docs\/[\w/-]+#[\w-]+/.exec(annotations['runbook'] ?? '') ?? []
      expect(headings, `${alert}: ${target}`).toContain(target)
    }
  })

  it('has a name of its own, and a test in which it fires', () => {
    expect(new Set(names).size).toBe(names.length)
    const expected = ruleTests()
      .flatMap((test) => test.promql_expr_test.flatMap(({ exp_samples }) => exp_samples))
      .map(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1])
    expect(names.filter((name) => !expected.includes(name))).toEqual([])
  })
})

describe('expressionErrors', () => {
  it.each([
    ['rate(nothing_total[5m])', 'No series has the name "nothing_total".'],
    ['feed_delay_seconds{list="events"} > 1', 'feed_delay_seconds has no label list.'],
    ['sum by (operation) (http_requests_total)', 'No series here has the label operation.'],
    [
      'http_request_duration_seconds > 1',
      'No series has the name "http_request_duration_seconds".',
    ],
    ['sum by (job (up)', 'The syntax is wrong after sum by (job '],
  ])('reports %s', (expression, error) => {
    expect(expressionErrors(expression, metrics)).toContain(error)
  })
})
