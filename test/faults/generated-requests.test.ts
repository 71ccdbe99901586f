import { beforeAll, describe, expect, it } from 'vitest'
import { badTexts, goodTexts } from '../../scripts/contract/values.ts'
import { requestSource } from './requests/generate.ts'
import type { Knowledge } from './requests/knowledge.ts'
import { contract } from '../contract/document.ts'

const COUNT = 3_000
let knowledge: Knowledge

beforeAll(() => {
  const operations = contract.operations.map((operation) => ({
    operation,
    queries: new Map(
      operation.parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema: node }) => {
          const schema = contract.resolve(node)
          return [name, { good: goodTexts(schema, 'a'), bad: badTexts(schema) }] as const
        }),
    ),
    body:
      operation.requestBody === undefined
        ? undefined
        : {
            mediaTypes: ['application/json'],
            valid: { title: 'a' },
            fields: new Map([['title', { good: ['a'], bad: [1] }]]),
          },
  }))
  knowledge = { url: 'http://a', key: 'k', contract, operations, highestId: 100 }
})

const generated = (seed: number): string[] => {
  const requestAt = requestSource(knowledge, seed)
  return Array.from({ length: COUNT }, (_, n) => requestAt(n).bytes.toString('latin1'))
}

describe('generated requests', () => {
  it('depend only on the seed', () => {
    expect(generated(1)).toEqual(generated(1))
    expect(generated(1)).not.toEqual(generated(2))
  })

  it('include every operation', () => {
    const requestAt = requestSource(knowledge, 1)
    const requested = new Set(
      Array.from({ length: COUNT }, (_, n) => {
        const { method, url } = requestAt(n)
        return `${method} ${contract.findPath(url)?.template ?? ''}`
      }),
    )
    const all = contract.operations.map(({ method, template }) => `${method} ${template}`)
    expect([...requested]).toEqual(expect.arrayContaining(all))
  })

  it('have the right Content-Length', () => {
    const requestAt = requestSource(knowledge, 3)
    for (let n = 0; n < COUNT; n += 1) {
      const { bytes, headers, isAlone } = requestAt(n)
      if (isAlone) continue
      const bodyAt = bytes.indexOf('\r\n\r\n') + 4
      expect(bytes.length - bodyAt).toBe(Number(headers['content-length'] ?? 0))
    }
  })
})
