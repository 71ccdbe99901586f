import { makeKey } from '../../../scripts/keys/make-key.ts'
import { httpClient } from '../../../scripts/contract/http-client.ts'
import {
  readContract,
  type Contract,
  type Operation,
} from '../../../scripts/contract/validate/contract.ts'
import type { Document } from '../../../scripts/contract/validate/document.ts'
import { survey, type Survey } from '../../../scripts/contract/survey.ts'
import {
  badValues,
  goodValues,
  badTexts,
  goodTexts,
  writingOf,
} from '../../../scripts/contract/values.ts'
import { creation, WRITTEN_KINDS } from '../load/record-requests.ts'
import type { World } from '../world.ts'

/** Valid and invalid requests according to the document. */
export interface Knowledge {
  /** Of the service's root. */
  readonly url: string
  readonly key: string
  readonly contract: Contract
  readonly operations: readonly KnownOperation[]
  /** The highest id of an existing record. */
  readonly highestId: number
}

export interface KnownOperation {
  readonly operation: Operation
  /** By the name of the parameter. */
  readonly queries: ReadonlyMap<string, Values<string>>
  /** Undefined for operations without a body. */
  readonly body: KnownBody | undefined
}

export interface KnownBody {
  readonly mediaTypes: readonly string[]
  readonly valid: Readonly<Record<string, unknown>>
  /** By the name of the field. */
  readonly fields: ReadonlyMap<string, Values<unknown>>
}

export interface Values<Value> {
  readonly good: readonly Value[]
  readonly bad: readonly Value[]
}

/** The number of own events, which can be changed and deleted. */
const OWN_EVENTS = 300

/** Reads the published document and the existing records. */
export async function gatherKnowledge(world: World, url: string): Promise<Knowledge> {
  // A key of its own: the requests also create and replace keys.
  const key = await makeKey(world.databaseUrl, 'requests', ['artworks:write', 'events:write'])
  const { send, close } = httpClient(url, 8, 30_000)
  try {
    const { text } = await send({ url: '/openapi/v1.json' })
    const contract = readContract(JSON.parse(text) as Document)
    const found = await survey(contract, send)
    const partner = { ...world.partner, key }
    let highestId = 0
    for (let n = 0; n < OWN_EVENTS; n += 1) {
      const made = await send(
        creation(WRITTEN_KINDS.event, partner, `Own ${world.options.seed} ${n}`),
      )
      highestId = (JSON.parse(made.text) as { id: number }).id
    }
    const operations = contract.operations
      // It would end the key that all requests have.
      .filter(({ id }) => id !== 'deleteApiKey')
      .map((operation) => known(contract, found, operation))
    return { url, key, contract, operations, highestId }
  } finally {
    close()
  }
}

function known(contract: Contract, found: Survey, operation: Operation): KnownOperation {
  const queries = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema: node, example }): [string, Values<string>] => {
      const schema = contract.resolve(node)
      return [name, { good: goodTexts(schema, example), bad: badTexts(schema) }]
    })
  return { operation, queries: new Map(queries), body: knownBody(contract, found, operation) }
}

function knownBody(contract: Contract, found: Survey, operation: Operation): KnownBody | undefined {
  const writing = writingOf(contract, found, operation, 'Generated')
  if (writing === undefined) return undefined
  const fields = Object.entries(writing.schema.properties ?? {}).map(
    ([name, node]): [string, Values<unknown>] => [
      name,
      {
        good: goodValues(contract, node),
        bad: badValues(contract, node).map(({ value }) => value),
      },
    ],
  )
  // A body that is no object, such as lines of JSON.
  if (fields.length === 0) return undefined
  return {
    mediaTypes: Object.keys(operation.requestBody?.content ?? {}),
    valid: writing.body,
    fields: new Map(fields),
  }
}
