import { describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { operations } from './document.ts'

// Whoever sends a credential learns at once that it is not valid (any more), wherever it is sent.

const test = useService()

describe('a credential that is not valid', () => {
  it.each(operations)('is refused by $id', async ({ method, template, responses }) => {
    expect(responses).toHaveProperty('401')
    const path = template.replace('{id}', '1')
    const { status } = await test.send({ method, path, headers: { authorization: 'Bearer old' } })
    expect(status).toBe(401)
  })
})
