import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'

/** What the NDJSON report of Schemathesis has of a request, as far as it is read here. */
interface Scenario {
  readonly cases?: Readonly<Record<string, { readonly value: Case }>>
  readonly checks?: Readonly<Record<string, readonly { name: string; status: string }[]>>
  readonly interactions?: Readonly<Record<string, Interaction>>
}

interface Case {
  readonly method: string
  readonly path: string
  readonly meta?: { readonly generation?: { readonly mode?: string } }
}

interface Interaction {
  readonly response?: { readonly status_code: number }
}

interface StockRun {
  /** Such as `positive_data_acceptance PATCH 412`, each once. */
  readonly failures: readonly string[]
  /** Requests that change something and fit the document, of an existing record, and with the right to change it. */
  readonly writes: number
  readonly accepted: number
  /** Operations with such a request, and with an accepted one. */
  readonly operations: number
  readonly acceptedOperations: number
}

/** Without a right, or of an absent record. */
const NOT_ITS_OWN = new Set([401, 403, 404])
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export function readStockRun(report: string): StockRun {
  const failures = new Set<string>()
  const writes: { operation: string; isAccepted: boolean }[] = []
  for (const line of report.split('\n').filter((text) => text.startsWith('{"ScenarioFinished"'))) {
    const { ScenarioFinished } = JSON.parse(line) as { ScenarioFinished: { recorder: Scenario } }
    const { cases = {}, checks = {}, interactions = {} } = ScenarioFinished.recorder
    for (const [id, { value }] of Object.entries(cases)) {
      const { method, path: template, meta } = value
      const status = interactions[id]?.response?.status_code
      if (status === undefined) continue
      for (const check of checks[id] ?? []) {
        if (check.status === 'failure') failures.add(`${check.name} ${method} ${status}`)
      }
      const isWrite = WRITES.has(method) && meta?.generation?.mode === 'positive'
      if (!isWrite || NOT_ITS_OWN.has(status)) continue
      writes.push({ operation: `${method} ${template}`, isAccepted: status >= 200 && status < 300 })
    }
  }
  const accepted = writes.filter(({ isAccepted }) => isAccepted)
  const operationsOf = (some: typeof writes): number =>
    new Set(some.map(({ operation }) => operation)).size
  return {
    failures: [...failures].toSorted(),
    writes: writes.length,
    accepted: accepted.length,
    operations: operationsOf(writes),
    acceptedOperations: operationsOf(accepted),
  }
}

/** The rows of testing.md, as `check METHOD status`. */
export function designedRefusals(): ReadonlySet<string> {
  const text = readFileSync(path.join(projectRoot(), 'src/docs/testing.md'), 'utf8')
  const rows = text.matchAll(/^\| `(\w+)` +\| (\d{3}) +\| ([A-Z, ]+?) +\|/gm)
  return new Set(
    [...rows].flatMap(([, check = '', status = '', methods = '']) =>
      methods.split(', ').map((method) => `${check} ${method} ${status}`),
    ),
  )
}
