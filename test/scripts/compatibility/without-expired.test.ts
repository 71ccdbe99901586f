import { beforeEach, describe, expect, it } from 'vitest'
import { compareByOwnRules } from '../../../scripts/compatibility/find-breaks.ts'
import { withoutExpired } from '../../../scripts/compatibility/without-expired.ts'
import { at, operation, parameter, releasedContract, remove, type Draft } from './edit.ts'

// What was announced in time may go; a day before its sunset date, nothing may.

const MARK = { deprecated: true, 'x-deprecated-since': '2027-01-01', 'x-sunset': '2028-01-01' }
const NAME_FILTER = '#/components/parameters/NameFilter'
const LISTS = ['venues', 'artists', 'galleries', 'tags', 'artwork-categories', 'event-categories']

interface Parting {
  mark(contract: Draft): void
  leave(contract: Draft): void
}

const PARTINGS: Readonly<Record<string, Parting>> = {
  'an operation, with what only that refers to': {
    mark: (contract) => void Object.assign(operation(contract, 'get', '/tags/'), MARK),
    leave: (contract) => {
      remove(at(contract, 'paths', '/tags/'), 'get')
      remove(at(contract, 'components', 'responses'), 'TagPage')
      remove(at(contract, 'components', 'schemas'), 'TagPage')
      remove(at(contract, 'components', 'examples'), 'TagPage')
    },
  },
  'a parameter': {
    mark: (contract) => void Object.assign(parameter(contract, 'NameFilter'), MARK),
    leave: (contract) => {
      for (const name of LISTS) {
        const list = operation(contract, 'get', `/${name}/`)
        const parameters = list['parameters'] as Draft[]
        list['parameters'] = parameters.filter(({ $ref }) => $ref !== NAME_FILTER)
      }
      remove(at(contract, 'components', 'parameters'), 'NameFilter')
    },
  },
}

describe.each(Object.entries(PARTINGS))('%s', (_name, { mark, leave }) => {
  let before: Draft
  let after: Draft

  beforeEach(() => {
    before = releasedContract()
    mark(before)
    after = releasedContract()
    mark(after)
  })

  const breaksOn = (today: string) =>
    compareByOwnRules({ before: withoutExpired({ before, after }, today), after })

  it('may go after its sunset date', () => {
    leave(after)
    expect(breaksOn('2028-01-02')).toEqual([])
  })

  it('may not go until then', () => {
    leave(after)
    expect(breaksOn('2028-01-01')).not.toEqual([])
  })

  it('is still held to its promises while it is there', () => {
    expect(withoutExpired({ before, after }, '2028-01-02')).toEqual(before)
  })
})

describe('what is not deprecated', () => {
  it('may never go', () => {
    const after = releasedContract()
    remove(at(after, 'paths'), '/tags/')
    const before = releasedContract()
    expect(withoutExpired({ before, after }, '2099-01-01')).toEqual(before)
  })
})
