import { expect } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { requireProductionConfig } from '../../src/server/production-config.ts'
import { readText } from '../support/repository.ts'

/** Variables that Node itself reads. */
const OF_NODE = ['NODE_COMPILE_CACHE']

/** The variables that the service reads, as its configuration names them. */
export function serviceVariables(): ReadonlySet<string> {
  const names = new Set<string>()
  // Most variables of OpenTelemetry are read only with a collector.
  for (const given of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' }]) {
    readConfig(
      new Proxy<NodeJS.ProcessEnv>(given, {
        get(target, name) {
          names.add(String(name))
          return target[String(name)]
        },
      }),
    )
  }
  return names
}

/** The variables that the image sets. */
export function imageVariables(): Record<string, string> {
  const [, line = ''] = /^ENV (.*)$/m.exec(readText('Containerfile')) ?? []
  return Object.fromEntries(line.split(' ').map((part) => part.split('=') as [string, string]))
}

/** Expects that the service reads each variable, and starts with these values in production. */
export function expectSettings(given: Readonly<Record<string, string>>): void {
  const known = serviceVariables()
  const unknown = Object.keys(given).filter((name) => !known.has(name) && !OF_NODE.includes(name))
  expect(unknown).toEqual([])
  requireProductionConfig(readConfig({ NODE_ENV: 'production', ...given }))
}

/** The longest time for which a process of the service stops. */
export function stopSeconds(): number {
  const [, ms = ''] =
    /^const CLOSE_DEADLINE_MS = ([\d_]+)/m.exec(readText('src/server/lifecycle.ts')) ?? []
  return Number(ms.replaceAll('_', '')) / 1_000
}
