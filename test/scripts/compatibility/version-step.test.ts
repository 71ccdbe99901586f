import { describe, expect, it } from 'vitest'
import { compareDocuments } from '../../../scripts/compatibility/compare-documents.ts'
import { versionError } from '../../../scripts/compatibility/version-step.ts'
import { append, at, operation, releasedContract, type Draft } from './edit.ts'

const addition = (contract: Draft) =>
  append(operation(contract, 'get', '/events/'), 'parameters', { name: 'city', in: 'query' })
const prose = (contract: Draft) => {
  operation(contract, 'get', '/events/')['summary'] = 'List the events'
}
const nothing = () => {}

function faultOf(edit: (contract: Draft) => void, version: string): string | undefined {
  const documents = { before: releasedContract(), after: releasedContract() }
  at(documents.before, 'info')['version'] = '1.9.3'
  at(documents.after, 'info')['version'] = version
  edit(documents.after)
  return versionError(documents, compareDocuments(documents))
}

describe('the version of a contract', () => {
  it.each([
    ['an addition', addition, '1.10.0'],
    ['other words', prose, '1.9.4'],
    ['no change', nothing, '1.9.3'],
    ['no change', nothing, '1.10.0'],
    ['other words', prose, '1.10.1'],
  ])('announces %s', (_name, edit, version) => {
    expect(faultOf(edit, version)).toBeUndefined()
  })

  it.each([
    ['an addition', addition, '1.9.4', 'must be 1.10.0 at least'],
    ['an addition', addition, '1.9.3', 'must be 1.10.0 at least'],
    ['other words', prose, '1.9.3', 'must be 1.9.4 at least'],
    ['no change', nothing, '1.9.2', 'must be 1.9.3 at least'],
    ['a new major version', addition, '2.0.0', 'only grows'],
    ['two numbers', addition, '1.10', 'three numbers'],
    ['four numbers', addition, '1.10.0.0', 'three numbers'],
    ['a number with a zero before', addition, '1.10.01', 'three numbers'],
    ['a release to come', addition, '1.10.0-rc.1', 'three numbers'],
  ])('must announce %s', (_name, edit, version, words) => {
    expect(faultOf(edit, version)).toContain(words)
  })
})
