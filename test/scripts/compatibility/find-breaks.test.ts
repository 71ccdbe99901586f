import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findBreaks, compareByOwnRules } from '../../../scripts/compatibility/find-breaks.ts'
import { missingPrograms } from '../../../scripts/programs/missing-programs.ts'
import { BREAKING_EDITS } from './breaking-edits.ts'
import { at, field, releasedContract, type Draft } from './edit.ts'
import { HARMLESS_EDITS } from './harmless-edits.ts'

// The check of `npm run check`, with edits that break clients and with edits that do not.

const TODAY = '2026-11-21'

/** What redocly says of the edits that our own rules only report. */
const JUDGED_BY_REDOCLY: Readonly<Record<string, string>> = {
  'what anybody could read needs a credential':
    'events//get/security/0: Security requirement `` is no longer',
  'a credential is asked for': 'venues//get/security/0: Security requirement `` is no longer',
  'another scope is asked for': "`BearerKey` requires new scopes: 'admin'",
  'one more scope is asked for': "`BearerKey` requires new scopes: 'artworks:write'",
  'the maximum of a parameter is lowered': "Upper bound changed from '<= 100' to '<= 50'",
  'the minimum of a parameter is raised': "Lower bound changed from '>= 1' to '>= 10'",
}

/** The only two that change the same place. */
const APART = 'one more scope is asked for'

/** Edits that do not affect each other, in two groups because the other tools take their time. */
function groupsOf(names: readonly string[], isSecond: (name: string) => boolean) {
  return [names.filter((name) => !isSecond(name)), names.filter(isSecond)]
}

async function findingsOf(...edits: readonly (((contract: Draft) => void) | undefined)[]) {
  const after = releasedContract()
  for (const edit of edits) edit?.(after)
  const { findings } = await findBreaks({ before: releasedContract(), after }, TODAY)
  return findings
}

describe('the compatibility check', () => {
  const owned = Object.entries(BREAKING_EDITS).filter(([name]) => !(name in JUDGED_BY_REDOCLY))

  it.each(owned)('fails, by our own rules, when %s', (_name, edit) => {
    const after = releasedContract()
    edit(after)
    const findings = compareByOwnRules({ before: releasedContract(), after })
    expect(findings).not.toEqual([])
    for (const { place, what, remedy } of findings) {
      for (const words of [place, what, remedy]) expect(words).toMatch(/\w/)
    }
  })

  it('fails when one more field is derived, since the digests of copies have it', () => {
    const before = releasedContract()
    field(before, 'Artwork', 'price_usd')['x-derived'] = true
    expect(compareByOwnRules({ before: releasedContract(), after: before })).toEqual([])
    const after = structuredClone(before)
    field(after, 'Artwork', 'price_eur')['x-derived'] = true
    at(after, 'components', 'schemas', 'Event', 'properties')['visits'] = { 'x-derived': true }
    const findings = compareByOwnRules({ before, after })
    expect(findings.map(({ place, what }) => `${place} ${what}`)).toEqual([
      'field price_eur is derived',
      'field visits is derived',
    ])
  })

  it.each(groupsOf(Object.keys(JUDGED_BY_REDOCLY), (name) => name === APART))(
    'fails, with another tool, when %s and so on',
    async (...names) => {
      const findings = await findingsOf(...names.map((name) => BREAKING_EDITS[name]))
      const found = findings.filter(({ by }) => by === 'redocly diff')
      const texts = found.map(({ place, what }) => `${place}: ${what}`).join('\n')
      for (const name of names) expect(texts, name).toContain(JUDGED_BY_REDOCLY[name])
      const isThere = (await missingPrograms(['oasdiff'])).length === 0
      expect(findings.some(({ by }) => by === 'oasdiff')).toBe(isThere)
    },
  )

  it.each([
    ['a parameter is renamed', 'parameter NameFilter'],
    ['a header of a response is removed', 'response Event'],
    ['a header may be missing', 'header Location'],
    ['an operationId is renamed', 'operation listEvents'],
    ['a schema is renamed', 'schema NameOrdering'],
    ['a server is removed', 'contract'],
  ])('reports once, by our own rules, with the place, that %s', (name, place) => {
    const after = releasedContract()
    BREAKING_EDITS[name]?.(after)
    const findings = compareByOwnRules({ before: releasedContract(), after })
    expect(findings.map((finding) => finding.place)).toEqual([place])
  })

  it.each(groupsOf(Object.keys(HARMLESS_EDITS), (name) => name.length % 2 === 0))(
    'passes after several edits: %s and so on',
    async (...names) => {
      expect(await findingsOf(...names.map((name) => HARMLESS_EDITS[name]))).toEqual([])
    },
  )
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
    const [finding, ...others] = await findingsOf()
    expect(finding).toMatchObject({ by: 'oasdiff', place: 'contract' })
    expect(finding?.what).toMatch(/^oasdiff failed: [^]*unreadable$/)
    expect(others).toEqual([])
  })
})
