import { describe, expect, it } from 'vitest'
import { dashboard } from '../../scripts/generate/dashboard.ts'
import { declaredMetrics } from '../../src/server/metrics.ts'
import { dashboardPanels } from './operator-files.ts'

const metrics = declaredMetrics()
const graphs = dashboardPanels().filter(({ type }) => type !== 'row')
const expressionsOf = (panel: (typeof graphs)[number]) =>
  (panel.targets ?? []).map(({ expr }) => expr)
const expressions = graphs.flatMap(expressionsOf)

describe('the dashboard', () => {
  it('is not made when a metric that it shows is gone, or has lost a label', () => {
    const without = metrics.filter(({ name }) => name !== 'feed_delay_seconds')
    expect(() => dashboard(without)).toThrow('No series has the name "feed_delay_seconds".')
    const unlabelled = metrics.map((metric) => ({ ...metric, labelNames: [] }))
    expect(() => dashboard(unlabelled)).toThrow('http_requests_total has no label status.')
    expect(() => dashboard(unlabelled)).toThrow('No series here has the label replica.')
  })

  // Node and the process have many more metrics than an operator looks at.
  it('shows every metric of the service itself', () => {
    const deprecated = ['reading_rounds_waiting']
    const shown = expressions.join('\n')
    const hidden = metrics
      .filter(({ name }) => !/^(nodejs|process)_/.test(name) && !deprecated.includes(name))
      .filter(({ name }) => !new RegExp(`\\b${name}(_bucket)?\\{`).test(shown))
    expect(hidden.map(({ name }) => name)).toEqual([])
  })

  // A wrong unit is read as a wrong value.
  it('has the unit of each figure, as the name of its metric says', () => {
    const unitOf = (expression: string): string => {
      const rates = [...expression.matchAll(/rate\((\w+)\{/g)].map(([, name = '']) => name)
      const names = [...expression.matchAll(/(\w+)\{/g)].map(([, name = '']) => name)
      const isShare =
        /\} \/ |\) \/ sum/.test(expression) && !/_duration_seconds_sum\{/.test(expression)
      if (isShare) return 'percentunit'
      if (expression.startsWith('histogram_quantile') || / \/ /.test(expression)) return 's'
      if (rates.length > 0) return /_seconds_(sum|total)$/.test(rates[0] ?? '') ? 'cores' : 'rate'
      if (names[0]?.endsWith('_seconds') === true) return 's'
      if (names[0]?.endsWith('_bytes') === true) return 'bytes'
      return 'count'
    }
    const allowed: Readonly<Record<string, readonly string[]>> = {
      percentunit: ['percentunit'],
      s: ['s'],
      bytes: ['bytes'],
      // Seconds a second: a share of time, or a number of cores.
      cores: ['percentunit', 'short'],
      rate: ['reqps', 'ops'],
      count: ['short', 'bool'],
    }
    for (const panel of graphs) {
      for (const expression of expressionsOf(panel)) {
        const unit = panel.fieldConfig?.defaults.unit
        expect(allowed[unitOf(expression)], `${panel.title}: ${expression}`).toContain(unit)
      }
    }
  })

  it('has no two panels at one place', () => {
    const cells = dashboardPanels().flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...cells.map((cell) => Number(cell.split(' ')[0])))).toBeLessThan(24)
  })

  it('shows only the chosen processes', () => {
    const chosen = expressions.flatMap((text) => [...text.matchAll(/\w+\{([^}]*)\}/g)])
    expect(chosen.length).toBeGreaterThanOrEqual(expressions.length)
    for (const [selector, matchers] of chosen) {
      expect(matchers, selector).toMatch(/^job=~"\$job",instance=~"\$instance"/)
    }
  })
})
