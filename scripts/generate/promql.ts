import { parser } from '@prometheus-io/lezer-promql'
import type { DeclaredMetric } from '../../src/server/metrics.ts'

/** Labels that Prometheus gives each series. */
const OF_TARGET = ['job', 'instance']

/** Series that Prometheus makes of each target. */
const OF_PROMETHEUS: readonly DeclaredMetric[] = [
  { name: 'up', help: 'Whether the last scrape succeeded.', type: 'gauge', labelNames: [] },
]

/** The series of a histogram. */
const HISTOGRAM_ENDINGS = ['_bucket', '_sum', '_count']

/**
 * Finds what is wrong with an expression in PromQL: its syntax, series that nothing makes, and labels that none of its series
 * has. Prometheus itself accepts such names, and the result is empty for ever.
 * @returns a sentence for each error.
 */
export function expressionErrors(expression: string, metrics: readonly DeclaredMetric[]): string[] {
  // Grafana replaces its variables before it sends the expression.
  const text = expression.replaceAll('$__rate_interval', '5m')
  const known = labelsBySeries([...metrics, ...OF_PROMETHEUS])
  const errors: string[] = []
  const series: string[] = []
  const grouping: string[] = []
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      const part = text.slice(from, to)
      if (type.isError) errors.push(`The syntax is wrong after ${text.slice(0, from)}`)
      if (type.name === 'LabelName' && node.parent?.name === 'GroupingLabels') grouping.push(part)
      if (type.name !== 'VectorSelector') return
      const name = text.slice(from, node.getChild('Identifier')?.to ?? from)
      series.push(name)
      if (!known.has(name)) errors.push(`No series has the name "${name}".`)
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
      for (const matcher of matchers) {
        const label = matcher.getChild('LabelName')
        const labelName = label === null ? '' : text.slice(label.from, label.to)
        if (!hasLabel(known, name, labelName)) errors.push(`${name} has no label ${labelName}.`)
      }
    },
  })
  const unknown = grouping.filter((label) => !series.some((name) => hasLabel(known, name, label)))
  return [...errors, ...unknown.map((label) => `No series here has the label ${label}.`)]
}

function labelsBySeries(metrics: readonly DeclaredMetric[]): Map<string, readonly string[]> {
  return new Map(
    metrics.flatMap(({ name, type, labelNames }) =>
      type === 'histogram'
        ? HISTOGRAM_ENDINGS.map((ending) => [`${name}${ending}`, [...labelNames, 'le']] as const)
        : [[name, labelNames] as const],
    ),
  )
}

function hasLabel(
  known: ReadonlyMap<string, readonly string[]>,
  name: string,
  label: string,
): boolean {
  return OF_TARGET.includes(label) || known.get(name)?.includes(label) === true
}
