import { describe, expect, it } from 'vitest'
import { isPublic } from '../../../scripts/contract/validate/contract.ts'
import {
  document,
  operations,
  resolve,
  type Operation,
  type Schema,
} from '../../contract/document.ts'
import { useDeployment } from './deployment.ts'
import { INJECTED_VIOLATIONS, withoutParameters } from './injected-violations.ts'
import { runContractWith } from './run-contract.ts'
import type { InjectedViolation } from '../../support/fault-proxy.ts'

// The contract tests are only as good as the violations that they find, so each test here injects one.

const test = useDeployment()

async function run(violation: InjectedViolation, ...args: string[]) {
  const all = ['--key', test.key, '--concurrency', '8', ...args]
  const { exitCode, out } = await runContractWith({ origin: test.origin, violation }, ...all)
  return { exitCode, text: out }
}

describe('a deployment with an injected violation', () => {
  it('is caught with any filter that it ignores', async () => {
    const names = new Set(FILTERS.map(({ name }) => name))
    const only = [...new Set(FILTERS.map(({ id }) => id))].flatMap((id) => ['--only', id])
    const { text } = await run(withoutParameters(names), ...only)
    const groups = text.split(/^FAILED /m)
    const missed = FILTERS.filter(
      ({ id, name }) =>
        !groups.some(
          (group) => group.startsWith(`${id}: `) && group.includes(` ${name} changes nothing`),
        ),
    )
    expect(FILTERS.length).toBeGreaterThan(100)
    expect(missed).toEqual([])
  })

  it('is caught with any parameter of a list that it ignores', async () => {
    const names = new Set(LIST_PARAMETERS)
    const lists = ['listMarketplaceArtworks', 'listEvents']
    const { text } = await run(withoutParameters(names), ...lists.flatMap((id) => ['--only', id]))
    const missed = LIST_PARAMETERS.filter((name) => !text.includes(`previous has ${name}=null`))
    expect(names).toContain('radius_km')
    expect(missed).toEqual([])
  })

  it.each(['retrieveMarketplaceArtworkSnapshot', 'retrieveEventSnapshot'])(
    'is caught with an `after` that it ignores: %s',
    async (id) => {
      const { text } = await run(withoutParameters(new Set(['after'])), '--only', id)
      expect(text).toContain('after changes nothing, whatever its value')
    },
  )

  it.each(INJECTED_VIOLATIONS)('is caught with $name', async ({ only, found, ...violation }) => {
    const { text, exitCode } = await run(violation, '--only', only)
    expect(text).toMatch(found)
    expect(text).toMatch(/\n\d+ passed, [1-9]\d* failed/)
    expect(exitCode).toBe(1)
    const places = [...text.matchAll(/ document: #(\S+)/g)].map(([, place = '']) => place)
    expect(places).not.toEqual([])
    expect(places.filter((place) => lookUp(place) === undefined)).toEqual([])
  })
})

/** What has a default may change nothing, and the last three alone do. */
const FILTERS = operations
  .filter((one) => isPublic(one) && !one.template.includes('{') && hasCount(one))
  .flatMap(({ id, parameters }) => parameters.map((parameter) => ({ id, ...parameter })))
  .filter(({ in: place, schema: node }) => {
    const schema = resolve<Schema>(node)
    return place === 'query' && schema.default === undefined && schema['x-default'] === undefined
  })
  .map(({ id, name }) => ({ id, name }))
  .filter(({ name }) => !['format', 'units', 'at'].includes(name))

/** Those that links name, and that need no key. */
const LIST_PARAMETERS = operations
  .filter(({ id }) => ['listMarketplaceArtworks', 'listEvents'].includes(id))
  .flatMap(({ parameters }) => parameters)
  .filter(({ in: place }) => place === 'query')
  .map(({ name }) => name)
  .filter((name) => !['limit', 'offset', 'format'].includes(name))

/** A list, or its facets. */
function hasCount({ responses }: Operation): boolean {
  const { schema = {} } = responses['200']?.content?.['application/json'] ?? {}
  return resolve<Schema>(schema).properties?.['count'] !== undefined
}

/** The value of a JSON Pointer in the document, through references. */
function lookUp(pointer: string): unknown {
  const names = pointer.split('/').slice(1)
  return names.reduce<unknown>((node, name) => {
    if (node === null || typeof node !== 'object') return undefined
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
    return (resolve(node) as Record<string, unknown>)[key]
  }, document)
}
