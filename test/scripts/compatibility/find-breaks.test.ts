import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findBreaks, compareByOwnRules } from '../../../scripts/compatibility/find-breaks.ts'
import { BREAKING_EDITS } from './breaking-edits.ts'
import { releasedContract, type Draft } from './edit.ts'
import { HARMLESS_EDITS } from './harmless-edits.ts'

// The check of `npm run check`, with edits that break clients and with edits that do not.

const TODAY = '2026-11-21'

/** Harmless edits that do not affect each other, a few at a time. */
const GROUPS = Array.from({ length: 2 }, (_, group) => {
  const edits = Object.entries(HARMLESS_EDITS).filter((_edit, at) => at % 2 === group)
  return [edits.map(([name]) => name).join('; '), edits.map(([, edit]) => edit)] as const
})

async function findingsOf(edit: (contract: Draft) => void) {
  const after = releasedContract()
  edit(after)
  const { findings } = await findBreaks({ before: releasedContract(), after }, TODAY)
  return findings
}

describe('the compatibility check', () => {
  it('is tested with enough edits', () => {
    expect(Object.keys(BREAKING_EDITS).length).toBeGreaterThanOrEqual(20)
    expect(Object.keys(HARMLESS_EDITS).length).toBeGreaterThanOrEqual(20)
  })

  it.each(Object.entries(BREAKING_EDITS))('fails when %s', async (_name, edit) => {
    const findings = await findingsOf(edit)
    expect(findings).not.toEqual([])
    for (const { by, place, what, remedy } of findings) {
      expect(by).toBe('our own rules')
      for (const words of [place, what, remedy]) expect(words).toMatch(/\w/)
    }
  })

  it.each([
    ['the maximum of a parameter is lowered', 'parameter Limit'],
    ['a header of a response is removed', 'response Event'],
    ['a header may be missing', 'header Location'],
    ['a field of a response may be null', 'field Event.title'],
    ['an operationId is renamed', 'operation listEvents'],
    ['a schema is renamed', 'schema NameOrdering'],
    ['a server is removed', 'contract'],
  ])('reports once, with the place, that %s', async (name, place) => {
    const findings = await findingsOf(BREAKING_EDITS[name] ?? (() => {}))
    expect(findings.map((finding) => finding.place)).toEqual([place])
  })

  it.each(Object.entries(HARMLESS_EDITS))('passes, by our own rules, when %s', (_name, edit) => {
    const after = releasedContract()
    edit(after)
    expect(compareByOwnRules({ before: releasedContract(), after })).toEqual([])
  })

  // The other tools take their time.
  it.each(GROUPS)('passes, for every tool, after several edits: %s', async (_names, edits) => {
    expect(await findingsOf((contract) => edits.forEach((edit) => edit(contract)))).toEqual([])
  })
})

describe('a tool that fails', () => {
  let folder = ''
  afterEach(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })

  it('is a finding of its own, by name', async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-tool-'))
    const program = '#!/bin/sh\necho unreadable >&2\nexit 102\n'
    await writeFile(path.join(folder, 'oasdiff'), program, { mode: 0o755 })
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
    const [finding, ...others] = await findingsOf(() => {})
    expect(finding).toMatchObject({ by: 'oasdiff', place: 'contract' })
    expect(finding?.what).toMatch(/^oasdiff failed: [^]*unreadable$/)
    expect(others).toEqual([])
  })
})
