import { query, type Json } from '../collection.ts'
import { NDJSON_TYPE } from '../http-client.ts'
import { casesOf, type Case, type Trial } from '../run.ts'
import type { Survey } from '../survey.ts'
import type { Contract, Operation } from '../validate/contract.ts'
import { bodyOf, type ReceivedResponse } from '../validate/received-response.ts'
import type { Schema } from '../validate/document.ts'
import { badValues, writingOf } from '../values.ts'
import { write } from './author.ts'

/** Nothing is written, so a batch leaves nothing behind. */
const DRY_RUN = 'dry_run'

/** Whether the operation reads lines of JSON, and can do so without writing. */
export function isBatch({ requestBody, parameters }: Operation): boolean {
  return (
    NDJSON_TYPE in (requestBody?.content ?? {}) && parameters.some(({ name }) => name === DRY_RUN)
  )
}

/** A line of a batch, and the places of its errors; undefined for a line that creates a record. */
interface Line {
  readonly text: string
  readonly pointers?: readonly string[]
}

/** The cases of an operation that reads lines of JSON, made from the schema of a line. */
export function batchCases(
  contract: Contract,
  survey: Survey,
  operation: Operation,
  title: string,
): Case[] {
  const lines = linesOf(contract, survey, operation, title)
  const url = `${contract.apiRoot}${operation.template}`
  let isDenied = false
  const send = (
    trial: Trial,
    body: string,
    status: number,
    change: {
      mediaType?: string
      headers?: Readonly<Record<string, string>>
      search?: string
    } = {},
  ): Promise<ReceivedResponse> => {
    if (isDenied) trial.skip('the key has not the scope')
    const { search = query({ [DRY_RUN]: 'true' }), ...others } = change
    const target = { operation, mediaType: NDJSON_TYPE, url: `${url}${search}`, ...others }
    return write(trial, target, body, status)
  }
  return casesOf(operation.id, {
    'checks the scope of the key, and takes an empty batch': async (trial) => {
      const target = { operation, mediaType: NDJSON_TYPE, url: `${url}?${DRY_RUN}=true` }
      isDenied = (await write(trial, target, '', 200, 403)).status === 403
    },
    [`has a result for each of ${lines.length} lines of a dry run, and writes none`]: async (
      trial,
    ) => {
      if (lines[0]?.pointers !== undefined) trial.skip('a record is missing that it must name')
      const body = lines.map(({ text }) => text).join('\n')
      const response = await send(trial, body, 200)
      if (response.status === 200) checkResults(trial, operation, lines, response)
      await checkAbsent(trial, contract, operation, title)
    },
    'rejects other media types, unknown parameters and an Accept without lines': async (trial) => {
      for (const mediaType of ['application/json', 'text/plain', `${NDJSON_TYPE}; charset=latin1`])
        await send(trial, '', 415, { mediaType })
      await send(trial, '', 400, { search: query({ [DRY_RUN]: 'true', contract_test: 1 }) })
      await send(trial, '', 400, { search: query({ [DRY_RUN]: 'perhaps' }) })
      await send(trial, '', 406, { headers: { accept: 'application/vnd.contract-test' } })
    },
  })
}

/** A line that creates a record, if there is what it must name, and lines with an error each. */
function linesOf(
  contract: Contract,
  survey: Survey,
  operation: Operation,
  title: string,
): readonly Line[] {
  const { schema: node = {} } = operation.requestBody?.content[NDJSON_TYPE] ?? {}
  const schema = contract.resolve(node.contentSchema ?? {})
  const { properties = {}, required = [] } = schema
  const good = recordOf(contract, survey, operation, schema, title)
  const identity = Object.fromEntries(required.map((name) => [name, title]))
  const wrong = Object.entries(properties).flatMap(([name, property]) =>
    badValues(contract, property).map(({ value, below }) => ({
      text: JSON.stringify({ ...identity, ...good, [name]: value }),
      pointers: [`/${name}${below}`],
    })),
  )
  return [
    ...(good === undefined ? [] : [{ text: JSON.stringify({ ...identity, ...good }) }]),
    ...['{', '[]', '"x"', '1'].map((text) => ({ text, pointers: [] })),
    { text: '{}', pointers: required.map((name) => `/${name}`) },
    {
      text: JSON.stringify({ ...identity, ...good, contract_test: 1 }),
      pointers: ['/contract_test'],
    },
    ...wrong,
  ]
}

/** The fields of a line that creates a record: the body of the operation that creates one. */
function recordOf(
  contract: Contract,
  survey: Survey,
  { template }: Operation,
  { properties = {} }: Schema,
  title: string,
): Json | undefined {
  const list = template.replace(/[^/]+\/$/, '')
  const creation = contract.operations.find(
    (each) => each.method === 'POST' && each.template === list,
  )
  const writing = creation && writingOf(contract, survey, creation, title)
  const [name] =
    Object.entries(properties).find(([, { $ref }]) => $ref?.slice(1) === writing?.place) ?? []
  return writing === undefined || name === undefined ? undefined : { [name]: writing.body }
}

interface Result {
  readonly line: number
  readonly status: number
  readonly id: number | null
  readonly problem?: { readonly errors?: readonly { readonly pointer?: string }[] }
}

/** As the section "Batches" of the document describes them. */
function checkResults(
  trial: Trial,
  operation: Operation,
  lines: readonly Line[],
  response: ReceivedResponse,
): void {
  const place = `${operation.place}/responses/200`
  const received = response.text
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Readonly<Record<string, unknown>>)
  const summary = received.pop()
  const results = received as unknown as readonly Result[]
  const check = (isTrue: boolean, message: string): void =>
    trial.check(isTrue, message, place, response)
  check(results.length === lines.length, `${results.length} results of ${lines.length} lines`)
  for (const [at, { text, pointers }] of lines.entries()) {
    const { line, status, id, problem } = results[at] ?? {}
    const what = `line ${at + 1}, ${text.slice(0, 100)},`
    const expected = pointers === undefined ? 201 : 400
    check(line === at + 1 && id === null, `${what} has the result of line ${line} with id ${id}`)
    check(status === expected, `${what} gets ${status} instead of ${expected}`)
    const found = problem?.errors?.map(({ pointer }) => pointer) ?? []
    const missing = (pointers ?? []).filter((pointer) => !found.includes(pointer))
    check(missing.length === 0, `${what} gets errors that do not point to ${missing.join(', ')}`)
  }
  const created = lines.filter(({ pointers }) => pointers === undefined).length
  const expected = { lines: lines.length, created, failed: lines.length - created, applied: false }
  for (const [name, value] of Object.entries(expected)) {
    const actual = summary?.[name]
    check(actual === value, `${name} of the summary is ${String(actual)} instead of ${value}`)
  }
}

/** The list finds no record with the external id that a dry run named. */
async function checkAbsent(
  trial: Trial,
  contract: Contract,
  { template }: Operation,
  externalId: string,
): Promise<void> {
  const list = contract.operations.find(
    (each) => each.method === 'GET' && each.template === template.replace(/[^/]+\/$/, ''),
  )
  const parameter = list?.parameters.find(({ name }) => name === 'external_id')
  if (list === undefined || parameter === undefined) return
  const { key } = trial.session.options
  const url = `${contract.apiRoot}${list.template}${query({ external_id: externalId })}`
  const headers = { authorization: `Bearer ${key}` }
  const response = await trial.expect(list, { url, headers }, 200)
  const { count } = (bodyOf(response) ?? {}) as { count?: number }
  const message = `A dry run has written ${count} records`
  trial.check(count === 0, message, `${list.place}/responses/200`, response)
}
