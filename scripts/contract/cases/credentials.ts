import type { Operation } from '../judge/contract.ts'
import type { Case } from '../run/case.ts'
import type { Trial } from '../run/trial.ts'

/** None of these is a valid credential. */
const NONSENSE = [
  'Bearer contract-test',
  `Bearer amk_${'A'.repeat(43)}`,
  'Basic Y29udHJhY3Q6dGVzdA==',
]

/** Who may: `security` of the operation, held against credentials that are none. */
export function credentialCases(operation: Operation, url: string): Case[] {
  const { id: group, method, security } = operation
  const isPublic = security.length === 0
  const needsOne = !isPublic && security.every((each) => Object.keys(each).length > 0)
  const refused = (trial: Trial, headers: Readonly<Record<string, string>>) =>
    trial.expect(operation, { method, url, headers }, 401)
  const nonsense: Case = {
    group,
    name: isPublic ? 'looks at no credential' : 'refuses a credential that is not valid',
    needsRecord: isPublic,
    run: async (trial) => {
      for (const authorization of NONSENSE) {
        if (isPublic) await trial.expect(operation, { url, headers: { authorization } }, 200)
        else await refused(trial, { authorization })
      }
    },
  }
  if (!needsOne) return [nonsense]
  const none: Case = {
    group,
    name: 'needs a credential',
    run: async (trial) => {
      await refused(trial, {})
    },
  }
  return [none, nonsense, scopeCase(operation, url)]
}

function scopeCase(operation: Operation, url: string): Case {
  const { id: group, method, security } = operation
  const scopes = security.flatMap((each) => Object.values(each).flat())
  return {
    group,
    name: `refuses a key without the scope ${scopes.join(', ')}`,
    run: async (trial) => {
      const others = trial.session.options.scopedKeys.filter(({ scope }) => !scopes.includes(scope))
      if (others.length === 0) trial.skip('it needs CONTRACT_SCOPED_KEYS with another scope')
      for (const { key } of others) {
        const headers = { authorization: `Bearer ${key}` }
        await trial.expect(operation, { method, url, headers }, 403)
      }
    },
  }
}
