import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import type { PartName } from './options.ts'
import { tryCatalogue } from './parts/catalogue.ts'
import { tryKills } from './parts/kills.ts'
import { tryMixed } from './parts/mixed.ts'
import { tryNetwork } from './parts/network.ts'
import { tryOverload } from './parts/overload.ts'
import { tryRequests } from './parts/requests.ts'
import { trySignals } from './parts/signals.ts'
import { trySlowClients } from './parts/slow.ts'
import { tryStates } from './parts/states.ts'
import type { Finding } from './report/finding.ts'
import type { PartReport } from './report/report.ts'
import type { World } from './world.ts'

type Part = (world: World) => Promise<readonly Finding[]>

const PARTS: Record<PartName, Part> = {
  kills: tryKills,
  network: tryNetwork,
  overload: tryOverload,
  signals: trySignals,
  slow: trySlowClients,
  requests: tryRequests,
  mixed: tryMixed,
  states: tryStates,
  catalogue: tryCatalogue,
}

const MAX_TRIES = 5

/**
 * Runs the parts one after another, and keeps their findings if a later part cannot run. A part that misses only
 * matters of degree runs again, because the machine may have been busy: all tries are reported. A correctness
 * failure is never tried again.
 */
export async function runParts(world: World): Promise<PartReport[]> {
  const reports: PartReport[] = []
  for (const part of world.options.only) {
    let report = await runPart(world, part)
    for (let tries = 1; tries < MAX_TRIES && missesDegrees(report); tries += 1) {
      report = { ...(await runPart(world, part)), before: report }
    }
    reports.push(report)
  }
  return reports
}

async function runPart(world: World, part: PartName): Promise<PartReport> {
  const began = performance.now()
  const findings = await PARTS[part](world).catch((error: unknown): Finding[] => {
    world.signal.throwIfAborted()
    return [{ what: 'could be tried', measured: String(error), mustBe: 'tried', isMet: false }]
  })
  const seconds = (performance.now() - began) / 1_000
  const report = { part, seconds, findings }
  logReport(report)
  await keepLogs(world, report)
  return report
}

function missesDegrees(report: PartReport): boolean {
  const missed = missedOf(report)
  return missed.length > 0 && missed.every(({ isDegree }) => isDegree)
}

function missedOf({ findings }: PartReport): Finding[] {
  return findings.filter(({ isMet }) => !isMet)
}

function logReport(report: PartReport): void {
  const missed = missedOf(report)
  const { part, seconds } = report
  console.log(`${missed.length === 0 ? 'ok    ' : 'MISSED'} ${part} (${seconds.toFixed(1)} s)`)
  for (const { what, measured, mustBe, examples = [] } of missed) {
    console.log(`       ${what}: ${measured}; must be ${mustBe}`)
    for (const example of examples) console.log(`         ${example.slice(0, 500)}`)
  }
}

/** Keeps only the logs of a failed part. */
async function keepLogs({ folder }: World, report: PartReport): Promise<void> {
  const logs = (await readdir(folder)).filter((name) => name.startsWith('service-'))
  const folderOfPart = path.join(projectRoot(), '.data/faults', report.part)
  await rm(folderOfPart, { recursive: true, force: true })
  const isKept = missedOf(report).length > 0 && logs.length > 0
  if (isKept) await mkdir(folderOfPart, { recursive: true })
  for (const log of logs) {
    if (isKept) await copyFile(path.join(folder, log), path.join(folderOfPart, log))
    await rm(path.join(folder, log))
  }
  if (isKept) console.log(`       the log of the service: ${path.relative('', folderOfPart)}`)
}
