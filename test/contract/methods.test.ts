import { METHODS } from 'node:http'
import { describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { paths } from './document.ts'

const test = useService()

/** CONNECT never reaches a handler. */
const methods = METHODS.filter((method) => method !== 'CONNECT')

describe.each(paths)('$template', ({ template, allow }) => {
  const path = template.replace('{id}', '1')
  const others = methods.filter((method) => !allow.split(', ').includes(method))

  it.each(others)(`A18 rejects %s with 405 and Allow: ${allow}`, async (method) => {
    const answer = await test.send({ path, method })
    expect(answer.status).toBe(405)
    expect(answer.headers['allow']).toBe(allow)
    expect(answer.json()).toMatchObject({
      code: 'method_not_allowed',
      title: 'Method not allowed',
      detail: `${method} is not allowed here. Allowed: ${allow}.`,
    })
  })

  it('checks the method before the body and its type', async () => {
    const headers = { 'content-type': 'text/plain', accept: 'text/html' }
    const answer = await test.send({ path, method: 'TRACE', headers })
    expect(answer.status).toBe(405)
  })

  it.each([';;;', 'application/json;;;=', ''])(
    'checks the method before the unreadable content type "%s"',
    async (type) => {
      const answer = await test.send({
        path,
        method: others.includes('PUT') ? 'PUT' : 'POST',
        headers: { 'content-type': type },
        body: '{',
      })
      expect(answer.status).toBe(405)
    },
  )

  it('rejects more than 20 methods', () => {
    expect(others.length).toBeGreaterThan(20)
  })
})
