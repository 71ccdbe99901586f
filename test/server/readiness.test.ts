import { afterEach, describe, expect, it, vi } from 'vitest'
import { Readiness } from '../../src/server/readiness.ts'
import type { SchemaState } from '../../src/operation-executor.ts'

function listening(schema: SchemaState, probe: () => Promise<void> | undefined): Readiness {
  const warnings = () => Promise.resolve(['There is no gallery.'])
  const readiness = new Readiness({ schema: () => schema, probe, warnings })
  readiness.markListening()
  return readiness
}

const succeeds = () => Promise.resolve()

afterEach(() => {
  vi.useRealTimers()
})

describe('Readiness', () => {
  it('is ready when the service listens and the probe succeeds', async () => {
    expect(await listening('current', succeeds).report()).toEqual({
      ready: true,
      service: 'listening',
      schema: 'current',
      database: 'responds',
      warnings: ['There is no gallery.'],
    })
  })

  it('is not ready before the service listens', async () => {
    const schema = (): SchemaState => 'current'
    const sources = { schema, probe: succeeds, warnings: () => Promise.resolve([]) }
    const report = await new Readiness(sources).report()
    expect(report).toMatchObject({ ready: false, service: 'starting' })
  })

  it('F14 is not ready before the migration, and does not probe', async () => {
    const probe = () => {
      throw new Error('probed')
    }
    const report = await listening('waiting', probe).report()
    expect(report).toMatchObject({ ready: false, schema: 'waiting', database: 'unknown' })
  })

  it('F15 is not ready on a newer schema', async () => {
    const report = await listening('newer', succeeds).report()
    expect(report).toMatchObject({ ready: false, schema: 'newer', database: 'responds' })
  })

  it('is not ready when the probe fails', async () => {
    const report = await listening('current', () => Promise.reject(new Error('no'))).report()
    expect(report).toMatchObject({ ready: false, database: 'does not respond', warnings: [] })
  })

  it('does not call a database silent that denies a right, a connection or space', async () => {
    for (const code of ['08001', '42501', '28P01', '3D000', '53100', '53300', '55000']) {
      const refused = () => Promise.reject(Object.assign(new Error('no'), { code }))
      const report = await listening('current', refused).report()
      expect(report, code).toMatchObject({ ready: false, database: 'refuses' })
    }
  })

  it('is not ready when the probe takes longer than a second', async () => {
    const report = await listening('current', () => new Promise(() => {})).report()
    expect(report).toMatchObject({ ready: false, database: 'does not respond' })
  })

  it('F17 is not ready once it closes, even for a probe under way', async () => {
    let succeed = (): void => {}
    const probe = () => new Promise<void>((resolve) => (succeed = resolve))
    const readiness = listening('current', probe)
    const report = readiness.report()
    readiness.markClosing()
    succeed()
    expect(await report).toMatchObject({ ready: false, service: 'closing' })
  })

  it('shares a probe among concurrent requests, and probes again later', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let probes = 0
    const readiness = listening('current', () => {
      probes += 1
      return Promise.resolve()
    })
    await Promise.all(Array.from({ length: 10 }, () => readiness.report()))
    expect(probes).toBe(1)
    vi.advanceTimersByTime(300)
    await readiness.report()
    expect(probes).toBe(2)
  })
})
