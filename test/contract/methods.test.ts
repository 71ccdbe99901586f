import { METHODS } from 'node:http'
import { describe, expect, it } from 'vitest'
import { shareOf } from '../support/amount.ts'
import { useService } from '../support/app.ts'
import { paths } from './document.ts'

const test = useService()

/** CONNECT never reaches a handler. Each path has those that the contract knows, and on a commit some of the others. */
const methods = METHODS.filter((method) => method !== 'CONNECT')

const KNOWN = new Set(paths.flatMap(({ allow }) => allow.split(', ')))

describe.each(paths)('$template', (given) => {
  const { template, allow } = given
  const path = template.replace('{id}', '1')
  // A response to HEAD has no body; Node drops it only on a connection.
  const others = methods.filter(
    (method) => method !== 'HEAD' && !allow.split(', ').includes(method),
  )
  const [known, unknown] = [true, false].map((is) =>
    others.filter((each) => KNOWN.has(each) === is),
  )
  const some = shareOf(unknown ?? [], paths.indexOf(given) % 4, { of: 4 })

  it.each([...(known ?? []), ...some])(
    `A18 rejects %s with 405 and Allow: ${allow}`,
    async (method) => {
      const response = await test.send({ path, method })
      expect(response.status).toBe(405)
      expect(response.headers['allow']).toBe(allow)
      expect(response.json()).toMatchObject({
        code: 'method_not_allowed',
        title: 'Method not allowed',
        detail: `${method} is not allowed here. Allowed: ${allow}.`,
      })
    },
  )

  it('rejects more than 20 methods', () => {
    expect(others.length).toBeGreaterThan(20)
  })
})
