import { describe, expect, it } from 'vitest'
import { requestFaults, schemaFaults } from './closed-schemas.ts'
import { document, operations, resolve, type Schema } from './document.ts'

// Partners copy the examples, so they must fit the closed schemas of responses and requests.
// request-examples.test.ts and problem-examples.test.ts send them to the service.

const examples = operations.flatMap(({ id, responses }) =>
  Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).flatMap(([type, media]) =>
      Object.entries(media.examples ?? {}).map(([name, example]) => ({
        title: `${id} ${status} ${type}: ${name}`,
        // A calendar has none (test/events/event-calendar.test.ts).
        schema: media.schema ?? {},
        value: resolve(example).value,
      })),
    ),
  ),
)

describe('the examples of responses', () => {
  it.each(examples)('$title', ({ schema, value }) => {
    expect(schemaFaults(schema, value)).toEqual([])
  })

  it('are given for every response', () => {
    const without = operations.flatMap(({ id, responses }) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.values(content)
          .filter((media) => Object.keys(media.examples ?? {}).length === 0)
          .map(() => `${id} ${status}`),
      ),
    )
    expect(without).toEqual([])
  })
})

describe('the examples of requests', () => {
  const bodies = operations.flatMap(({ id, requestBody }) =>
    Object.entries(requestBody?.content ?? {}).map(([type, media]) => ({ id, type, media })),
  )

  it.each(bodies)('$id $type', ({ media: { schema, examples: given = {} } }) => {
    expect(Object.keys(given)).not.toEqual([])
    for (const example of Object.values(given)) {
      expect(requestFaults(schema, resolve(example).value)).toEqual([])
    }
  })
})

describe('the examples of parameters and headers', () => {
  const { parameters, headers } = document.components
  // Swagger UI would send the filter with every list, and get 401; tools would send one key with every POST.
  const without = ['ExternalIdFilter', 'IdempotencyKey']
  it.each(Object.entries({ ...parameters, ...headers }))('%s', (name, { schema, ...part }) => {
    const named = 'examples' in part ? Object.values(part.examples ?? {}) : []
    const values = [part.example, ...named.map(({ value }) => value)]
    const given = values.filter((value) => value !== undefined)
    expect(given.length > 0).toBe(!without.includes(name))
    for (const value of given) expect(schemaFaults(schema, value)).toEqual([])
  })

  it('let a tool that sends the first If-Match change any version', () => {
    expect(Object.values(parameters['IfMatch']?.examples ?? {})[0]?.value).toBe('*')
  })
})

describe('the examples and defaults of schemas', () => {
  it.each(Object.entries(document.components.schemas))('%s', (_, schema) => {
    const faultsOf = schema.additionalProperties === false ? requestFaults : schemaFaults
    for (const { node, value } of exampleValues(schema)) {
      expect(faultsOf(node, value)).toEqual([])
    }
  })
})

function exampleValues(node: Schema): { node: Schema; value: unknown }[] {
  const values = [...(node.examples ?? []), ...(node.default === undefined ? [] : [node.default])]
  const inner = [...Object.values(node.properties ?? {}), ...(node.items ? [node.items] : [])]
  return [...values.map((value) => ({ node, value })), ...inner.flatMap(exampleValues)]
}
