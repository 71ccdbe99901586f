import { describe, expect, it } from 'vitest'
import { releaseFaults } from '../../../scripts/release/release-faults.ts'
import { at, operation, releasedContract, remove, type Draft } from '../compatibility/edit.ts'

interface Attempt {
  readonly edit?: (contract: Draft) => void
  readonly version?: string
  readonly packageVersion?: string
  readonly changelog?: string
}

const NEXT = '1.999.0'

function faultsOf({ edit, version = NEXT, packageVersion = NEXT, changelog }: Attempt) {
  const documents = { before: releasedContract(), after: releasedContract() }
  at(documents.after, 'info')['version'] = version
  operation(documents.after, 'get', '/events/')['summary'] = 'List the events'
  edit?.(documents.after)
  return releaseFaults({
    documents,
    packageVersion,
    changelog: changelog ?? '# Changelog\n\n## Unreleased\n',
    today: '2026-11-21',
  })
}

const released = (releasedContract()['info'] as { version: string }).version

describe('a release', () => {
  it('is made of a contract that only grows, under a new version', async () => {
    expect(await faultsOf({})).toEqual([])
  })

  it('is refused when it breaks clients', async () => {
    const faults = await faultsOf({ edit: (contract) => remove(at(contract, 'paths'), '/tags/') })
    expect(faults.join('\n')).toContain('listTags')
  })

  it.each<[string, Attempt, string]>([
    [
      'its version is that of the last one',
      { version: released, packageVersion: released },
      'is released already',
    ],
    ['the package has another version', { packageVersion: released }, 'package.json'],
    ['the changelog has nothing of it', { changelog: '# Changelog\n' }, 'CHANGELOG.md'],
  ])('is refused when %s', async (_name, attempt, words) => {
    expect((await faultsOf(attempt)).join('\n')).toContain(words)
  })
})
