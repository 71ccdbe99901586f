import { describe, expect, it } from 'vitest'
import { releaseErrors } from '../../../scripts/release/release-errors.ts'
import {
  at,
  operation,
  parameter,
  releasedContract,
  remove,
  type Draft,
} from '../compatibility/edit.ts'

interface Attempt {
  readonly edit?: (contract: Draft) => void
  readonly version?: string
  readonly packageVersion?: string
  readonly lockVersion?: string
  readonly stale?: string
  readonly areSdksVerified?: boolean
  readonly changelog?: string
}

const NEXT = '1.999.0'

function errorsOf(attempt: Attempt) {
  const { edit, version = NEXT, packageVersion = version, lockVersion = packageVersion } = attempt
  const documents = { before: releasedContract(), after: releasedContract() }
  at(documents.after, 'info')['version'] = version
  operation(documents.after, 'get', '/events/')['summary'] = 'List the events'
  edit?.(documents.after)
  return releaseErrors({
    documents,
    packageVersions: { 'package.json': packageVersion, 'package-lock.json': lockVersion },
    stale: attempt.stale ?? '',
    areSdksVerified: attempt.areSdksVerified ?? true,
    changelog: attempt.changelog ?? '# Changelog\n\n## Unreleased\n',
    today: '2026-11-21',
  })
}

const headed = (heading: string) => `# Changelog\n\n## Unreleased\n\n${heading}\n`

const released = (releasedContract()['info'] as { version: string }).version

describe('a release', () => {
  it('is made of a contract that only grows, under a new version', async () => {
    expect(await errorsOf({})).toEqual([])
  })

  it('is refused when it breaks clients', async () => {
    const errors = await errorsOf({ edit: (contract) => remove(at(contract, 'paths'), '/tags/') })
    expect(errors.join('\n')).toContain('listTags')
  })

  it.each<[string, Attempt, string]>([
    ['its version is that of the last one', { version: released }, 'is released already'],
    ['its version is not three numbers', { version: '1.999' }, 'three numbers'],
    ['the package has another version', { packageVersion: released }, 'package.json has'],
    ['the lock has another version', { lockVersion: released }, 'package-lock.json has'],
    [
      'the changelog has nothing of it',
      { changelog: '# Changelog\n' },
      'nothing that is unreleased',
    ],
    ['the changelog cannot be written on', { changelog: '## Unreleased\n' }, 'first line'],
    ['the changelog has its version', { changelog: headed(`## ${NEXT}`) }, 'already'],
    [
      'the changelog has it with a day',
      { changelog: headed(`## [${NEXT}] - 2026-11-21`) },
      'already',
    ],
    ['what is generated is stale', { stale: 'Stale: generated/v1.json.\n' }, 'Stale: generated'],
    ['generated clients are unverified', { areSdksVerified: false }, 'Run npm run sdks'],
    [
      'something is deprecated without a day',
      { edit: (contract) => void (parameter(contract, 'NameFilter')['deprecated'] = true) },
      'x-sunset',
    ],
  ])('is refused when %s', async (_name, attempt, words) => {
    expect((await errorsOf(attempt)).join('\n')).toContain(words)
  })

  it('may have a version that another one begins with', async () => {
    expect(await errorsOf({ changelog: headed(`## ${NEXT}0`) })).toEqual([])
  })
})
