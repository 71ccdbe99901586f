import { bodyOf, type ReceivedResponse } from '../validate/received-response.ts'
import type { Contract, Operation } from '../validate/contract.ts'
import type { Parameter, Schema } from '../validate/document.ts'
import { query, type Page } from '../collection.ts'
import { CALENDAR_TYPE, NDJSON_TYPE } from '../http-client.ts'
import { casesOf, type Case, type Trial } from '../run.ts'
import { badTexts, batchesOf, fieldsOf, goodTexts, rareTexts } from '../values.ts'

/** The errors that a response reports at most (guide, Limits). */
const MAX_ERRORS = 20

/** In characters. A query has 4,096 bytes at most, so few longer values are in one request. */
const SHORT = 300

/**
 * The parameters of a query: the bounds of each, and rejected values. Invalid values are sent for many
 * parameters at once, as the errors must name each.
 * @param url has a response of 200.
 */
export function queryParameterCases(contract: Contract, operation: Operation, url: string): Case[] {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query')
  const names = parameters.map(({ name }) => name)
  const [first = ''] = names
  const pairs = parameters.slice(0, MAX_ERRORS).map(({ name, example }) => [name, String(example)])
  const attempts = parameters.flatMap(({ name, schema }) =>
    badTexts(contract.resolve(schema)).map((value) => ({ name, value })),
  )
  const twice = new URLSearchParams([...pairs, ...pairs]).toString()
  const rejected = (search: string, ...named: string[]): Case['run'] => {
    return (trial) => expectRejection(trial, operation, `${url}${search}`, named)
  }
  return [
    ...parameters.flatMap((parameter) => boundsCase(contract, operation, url, parameter)),
    ...casesOf(operation.id, {
      ...Object.fromEntries(
        [
          ...batchesOf(
            attempts.filter(({ value }) => value.length <= SHORT),
            MAX_ERRORS / 2,
          ),
          ...batchesOf(
            attempts.filter(({ value }) => value.length > SHORT),
            2,
          ),
        ].map((batch) => {
          const shown = batch.map(({ name, value }) => `${name}="${value.slice(0, 20)}"`)
          const named = batch.map(({ name }) => name)
          return [`refuses ${shown.join(', ')}`, rejected(query(fieldsOf(batch)), ...named)]
        }),
      ),
      'refuses repeated parameters': rejected(`?${twice}`, ...names.slice(0, MAX_ERRORS)),
      'refuses an unknown parameter': rejected('?contract_test=1', 'contract_test'),
      'refuses what is not UTF-8': rejected(`?${first}=%ff`, first),
    }),
  ]
}

function boundsCase(
  contract: Contract,
  operation: Operation,
  url: string,
  { name, schema, example }: Parameter,
): Case[] {
  // Some values may need a credential, and a cursor may be of another service.
  const needsKey = operation.security.some((one) => Object.keys(one).length > 0)
  const hasCalendar = CALENDAR_TYPE in (operation.responses['200']?.content ?? {})
  const others = [
    ...(needsKey ? [401] : []),
    ...('410' in operation.responses ? [410] : []),
    ...(name === 'format' && !hasCalendar ? [406] : []),
  ]
  const resolved = contract.resolve(schema)
  const send = async (trial: Trial, text: string): Promise<string | undefined> =>
    recordsOf(
      await trial.expect(operation, { url: `${url}${query({ [name]: text })}` }, 200, ...others),
    )
  const run = async (trial: Trial): Promise<void> => {
    const found = new Set<string | undefined>()
    // A request that waits for changes takes so many seconds.
    for (const text of name === 'wait' ? ['0', '1'] : goodTexts(resolved, example)) {
      found.add(await send(trial, text))
    }
    const isSnapshot = NDJSON_TYPE in (operation.responses['200']?.content ?? {})
    if (found.size !== 1 || !(isSnapshot || isFilter(name, resolved))) return
    const response = await trial.expect(operation, { url }, 200)
    const all = recordsOf(response)
    if (all === undefined || !found.has(all)) return
    for (const text of rareTexts(resolved)) if ((await send(trial, text)) !== all) return
    trial.fail(`${name} changes nothing, whatever its value`, operation.place, response)
  }
  return [
    ...casesOf(operation.id, { [`takes every kind of ${name}`]: run }, true),
    ...directionCase(operation, name, resolved, (trial, text) =>
      trial.expect(operation, { url: `${url}${query({ [name]: text })}` }, 200, ...others),
    ),
  ]
}

/** The greater a lower bound is, the fewer records pass it; the greater an upper one is, the more. */
function directionCase(
  operation: Operation,
  name: string,
  schema: Schema,
  ask: (trial: Trial, text: string) => Promise<ReceivedResponse>,
): Case[] {
  const [, end = ''] = /_(after|min|before|max)$/.exec(name) ?? []
  const { minimum, maximum } = schema
  const numbers = [minimum, maximum].flatMap((bound) => bound ?? []).map(String)
  const [least, greatest] =
    schema.format?.startsWith('date-') === true ? rareTexts(schema) : numbers
  if (end === '' || least === undefined || greatest === undefined) return []
  const isLower = end === 'after' || end === 'min'
  const [wide, narrow] = isLower ? [least, greatest] : [greatest, least]
  const run = async (trial: Trial): Promise<void> => {
    const response = await ask(trial, wide)
    const [more = 0, fewer = 0] = [response, await ask(trial, narrow)].map(countOf)
    const message = `${name}=${wide} has ${more} records, and with ${narrow} it has ${fewer}`
    trial.check(more >= fewer, message, operation.place, response)
  }
  return casesOf(
    operation.id,
    { [`takes ${name} as ${isLower ? 'a lower' : 'an upper'} bound`]: run },
    true,
  )
}

/** Undefined where nothing is counted. */
function countOf(response: ReceivedResponse): number | undefined {
  return response.status === 200
    ? (bodyOf(response) as Partial<Page> | undefined)?.count
    : undefined
}

/** Parameters that alone change no list: the form of the response, and what other filters mean. */
const NO_FILTERS = ['format', 'units', 'at']

/** What has a default may be the same as nothing. */
function isFilter(name: string, schema: Schema): boolean {
  const hasDefault = schema.default !== undefined || schema['x-default'] !== undefined
  return !hasDefault && !NO_FILTERS.includes(name)
}

/** What a filter changes in the response; undefined where nothing is counted. */
function recordsOf(response: ReceivedResponse): string | undefined {
  // The records of a snapshot stand between two other lines.
  if (response.headers['content-type'] === NDJSON_TYPE)
    return response.text.trimEnd().split('\n').slice(1, -1).join('\n') || undefined
  const { count, results } = (bodyOf(response) ?? {}) as Partial<Page>
  return count === undefined || count === 0 ? undefined : JSON.stringify([count, results])
}

/** The status is 400, and the errors name exactly these parameters. */
async function expectRejection(
  trial: Trial,
  operation: Operation,
  url: string,
  wanted: readonly string[],
): Promise<void> {
  const response = await trial.expect(operation, { url }, 400)
  if (response.status !== 400) return
  const { errors = [] } = bodyOf(response) as { errors?: readonly { parameter?: string }[] }
  const named = new Set(errors.map(({ parameter }) => String(parameter)))
  const isSame = named.size === wanted.length && wanted.every((each) => named.has(each))
  const message = `errors name ${[...named].join(', ') || 'nothing'} and not ${wanted.join(', ')}`
  trial.check(isSame, message, '/components/responses/BadRequest', response)
}
