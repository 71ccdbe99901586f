import { jsonSchema } from '../collection.ts'
import { casesOf, type Case, type Trial } from '../run.ts'
import { bodyOf, type ReceivedResponse } from '../validate/received-response.ts'
import type { Contract } from '../validate/contract.ts'
import { type Writing, badValues, batchesOf, fieldsOf, type BadValue } from '../values.ts'
import { write, type FindTarget, authorized } from './author.ts'

/** The size that the section "Writing" of the document allows. */
const MAX_BODY_BYTES = 256 * 1024
const MAX_DEPTH = 32

/** Every body that an operation must reject, made from its schema. */
export function bodyErrorCases(contract: Contract, writing: Writing, find: FindTarget): Case[] {
  return [
    ...wholeBodyCases(writing, find),
    ...namedFieldCases(contract, writing, find),
    ...fieldValueCases(contract, writing, find),
    ...requestCases(writing, find),
  ]
}

function wholeBodyCases({ operation, body, schema }: Writing, find: FindTarget): Case[] {
  const [field = ''] = Object.keys(schema.properties ?? {})
  const text = JSON.stringify(body)
  const deep = '['.repeat(MAX_DEPTH + 1) + ']'.repeat(MAX_DEPTH + 1)
  const rejected = (bodies: readonly string[], status: number): Case['run'] => {
    return async (trial) => {
      for (const wrong of bodies) await write(trial, find(trial), wrong, status)
    }
  }
  const unstorable = ['1, "contract_test": 2', String.raw`"\u0000"`, String.raw`"\ud800"`, deep]
  return casesOf(operation.id, {
    'refuses what is not one JSON object': rejected(
      ['', text.slice(0, -1), `${text}{}`, '[]', '"x"', 'null', '1'],
      400,
    ),
    'refuses what cannot be stored and given back': rejected(
      [
        ...unstorable.map((value) => `{"contract_test": ${value}, ${text.slice(1)}`),
        `{"${field}": 1, "${field}": 1}`,
      ],
      400,
    ),
    [`refuses a body of more than ${MAX_BODY_BYTES / 1024} KiB`]: rejected(
      [`${text}${' '.repeat(MAX_BODY_BYTES)}`],
      413,
    ),
  })
}

const UNREADABLE_TYPES = ['text/plain', 'application/xml', 'application/json; charset=latin1']

/** Rejections of headers and parameters. */
function requestCases({ operation, body }: Writing, find: FindTarget): Case[] {
  return casesOf(operation.id, {
    'rejects media types that it does not read': async (trial) => {
      for (const mediaType of UNREADABLE_TYPES) {
        await write(trial, { ...find(trial), mediaType }, body, 415)
      }
    },
    'rejects an unknown parameter': (trial) => {
      const target = find(trial)
      return write(trial, { ...target, url: `${target.url}?contract_test=1` }, body, 400)
    },
    'rejects an Accept without JSON': (trial) => {
      const target = find(trial)
      const headers = { ...target.headers, accept: 'application/vnd.contract-test' }
      return write(trial, { ...target, headers }, body, 406)
    },
  })
}

/** Fields that are missing, unknown, or the service's own. */
function namedFieldCases(contract: Contract, writing: Writing, find: FindTarget): Case[] {
  const { operation, schema, place, body } = writing
  const { properties = {}, required = [] } = schema
  const made = jsonSchema(operation, 201) ?? jsonSchema(operation, 200) ?? {}
  const names = ['contract_test', ...Object.keys(contract.resolve(made).properties ?? {})]
  const unknown = names.filter((name) => !(name in properties))
  return casesOf(operation.id, {
    'rejects fields that are unknown or set by the service': async (trial) => {
      const wrong = Object.fromEntries(unknown.map((name) => [name, 1]))
      const response = await write(trial, find(trial), { ...body, ...wrong }, 400)
      checkPointers(trial, response, unknown, `${place}/properties`)
    },
    ...(required.length > 0 && {
      [`needs ${required.join(', ')}`]: async (trial: Trial) => {
        const response = await write(trial, find(trial), {}, 400)
        checkPointers(trial, response, required, `${place}/required`)
      },
    }),
  })
}

/**
 * Values that fields do not take. Those of several fields are sent together, as the errors must point
 * to each; then each field is a case.
 */
function fieldValueCases(contract: Contract, writing: Writing, find: FindTarget): Case[] {
  const { operation, schema, place, body } = writing
  const attempts = Object.entries(schema.properties ?? {}).flatMap(([name, node]) =>
    badValues(contract, node).map((bad): Attempt => ({ name, ...bad })),
  )
  const responses = new Map<Attempt, ReceivedResponse>()
  const send = async (trial: Trial): Promise<void> => {
    for (const batch of batchesOf(attempts, MAX_PER_BATCH)) {
      const response = await write(trial, find(trial), { ...body, ...fieldsOf(batch) }, 400)
      for (const attempt of batch) responses.set(attempt, response)
    }
  }
  const byField = [...Map.groupBy(attempts, ({ name }) => name)].map(([name, all]) => [
    `says what is wrong with ${all.length} values of ${name}`,
    async (trial: Trial): Promise<void> => {
      authorized(trial)
      find(trial)
      if (responses.size < attempts.length) trial.skip('not all values could be tried')
      for (const attempt of all) checkPointed(trial, attempt, responses.get(attempt), place)
    },
  ])
  return casesOf(operation.id, {
    [`refuses ${attempts.length} wrong values`]: send,
    ...Object.fromEntries(byField),
  })
}

interface Attempt extends BadValue {
  /** Of the field. */
  readonly name: string
}

/** Every service reports at least this number of errors at once. */
const MAX_PER_BATCH = 10

function checkPointed(
  trial: Trial,
  { name, value, below }: Attempt,
  response: ReceivedResponse | undefined,
  place: string,
): void {
  const wanted = `/${name}${below}`
  if (response === undefined || pointersOf(response).includes(wanted)) return
  const message = `errors do not point to ${wanted}, which is ${JSON.stringify(value).slice(0, 60)}`
  trial.fail(message, `${place}/properties/${name}`, response)
}

/** Fails for the fields of a body that the errors of a response do not point to. */
export function checkPointers(
  trial: Trial,
  response: ReceivedResponse,
  names: readonly string[],
  place: string,
): void {
  if (response.status < 400) return
  const pointers = pointersOf(response)
  const missing = names.filter((name) => !pointers.includes(`/${name}`))
  const message = `errors do not point to ${missing.join(', ')}`
  trial.check(missing.length === 0, message, place, response)
}

function pointersOf(response: ReceivedResponse): string[] {
  const { errors = [] } = (bodyOf(response) ?? {}) as { errors?: readonly { pointer?: string }[] }
  return errors.flatMap(({ pointer }) => pointer ?? [])
}
