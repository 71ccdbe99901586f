import { jsonSchema } from '../collection.ts'
import { grouped } from '../report.ts'
import type { Case, Trial } from '../run.ts'
import { type Answer, bodyOf } from '../validate/answer.ts'
import type { Contract } from '../validate/contract.ts'
import { type Writing, badValues, type BadValue } from '../values.ts'
import { write, type FindTarget, authorized } from './author.ts'

/** The size that the section "Writing" of the document allows. */
const MAX_BODY_BYTES = 256 * 1024
const DEEPEST = 32

/** Every body that an operation must reject, made from its schema. */
export function bodyErrorCases(contract: Contract, writing: Writing, find: FindTarget): Case[] {
  return [
    ...wholeBodyCases(writing, find),
    ...namedFieldCases(contract, writing, find),
    ...fieldValueCases(contract, writing, find),
    ...headerCases(writing, find),
  ]
}

function wholeBodyCases({ operation, body, schema }: Writing, find: FindTarget): Case[] {
  const [field = ''] = Object.keys(schema.properties ?? {})
  const text = JSON.stringify(body)
  const deep = '['.repeat(DEEPEST + 1) + ']'.repeat(DEEPEST + 1)
  const group = operation.id
  return [
    {
      group,
      name: 'refuses what is not one JSON object',
      run: async (trial) => {
        const half = text.slice(0, -1)
        for (const wrong of ['', half, `${text}{}`, '[]', '"x"', 'null', '1']) {
          await write(trial, find(trial), wrong, 400)
        }
      },
    },
    {
      group,
      name: 'refuses what cannot be stored and given back',
      run: async (trial) => {
        const values = ['1, "contract_test": 2', String.raw`"\u0000"`, String.raw`"\ud800"`, deep]
        for (const value of values) {
          const wrong = `{"contract_test": ${value}, ${text.slice(1)}`
          await write(trial, find(trial), wrong, 400)
        }
        await write(trial, find(trial), `{"${field}": 1, "${field}": 1}`, 400)
      },
    },
    {
      group,
      name: `refuses a body of more than ${MAX_BODY_BYTES / 1024} KiB`,
      run: async (trial) => {
        await write(trial, find(trial), `${text}${' '.repeat(MAX_BODY_BYTES)}`, 413)
      },
    },
  ]
}

function headerCases({ operation, body }: Writing, find: FindTarget): Case[] {
  const group = operation.id
  return [
    {
      group,
      name: 'refuses media types that it does not read',
      run: async (trial) => {
        for (const mediaType of [
          'text/plain',
          'application/xml',
          'application/json; charset=latin1',
        ]) {
          await write(trial, { ...find(trial), mediaType }, body, 415)
        }
      },
    },
    {
      group,
      name: 'refuses a parameter that it has not',
      run: async (trial) => {
        const target = find(trial)
        await write(trial, { ...target, url: `${target.url}?contract_test=1` }, body, 400)
      },
    },
    {
      group,
      name: 'refuses to make anything but JSON',
      run: async (trial) => {
        const target = find(trial)
        const headers = { ...target.headers, accept: 'application/vnd.contract-test' }
        await write(trial, { ...target, headers }, body, 406)
      },
    },
  ]
}

/** Fields that are missing, unknown, or the service's own. */
function namedFieldCases(contract: Contract, writing: Writing, find: FindTarget): Case[] {
  const { operation, schema, place, body } = writing
  const made = jsonSchema(operation, 201) ?? jsonSchema(operation, 200) ?? {}
  const own = Object.keys(contract.resolve(made).properties ?? {}).filter(
    (name) => !(name in (schema.properties ?? {})),
  )
  const unknown = Object.fromEntries(['contract_test', ...own].map((name) => [name, 1]))
  const cases: Case[] = [
    {
      group: operation.id,
      name: 'refuses fields that are unknown or set by the service',
      run: async (trial) => {
        const answer = await write(trial, find(trial), { ...body, ...unknown }, 400)
        checkPointers(trial, answer, Object.keys(unknown), `${place}/properties`)
      },
    },
  ]
  const { required = [] } = schema
  if (required.length === 0) return cases
  const missing: Case = {
    group: operation.id,
    name: `needs ${required.join(', ')}`,
    run: async (trial) => {
      const answer = await write(trial, find(trial), {}, 400)
      checkPointers(trial, answer, required, `${place}/required`)
    },
  }
  return [...cases, missing]
}

/**
 * Values that fields do not take. Those of several fields are sent together, as the answer must point
 * to each; then each field is a case.
 */
function fieldValueCases(contract: Contract, writing: Writing, find: FindTarget): Case[] {
  const { operation, schema, place, body } = writing
  const attempts = Object.entries(schema.properties ?? {}).flatMap(([name, node]) =>
    badValues(contract, node).map((bad): Attempt => ({ name, ...bad })),
  )
  const rounds = roundsOf(attempts)
  const answers = new Map<Attempt, Answer>()
  const send = async (trial: Trial): Promise<void> => {
    for (const round of rounds) {
      const wrong = Object.fromEntries(round.map(({ name, value }) => [name, value]))
      const answer = await write(trial, find(trial), { ...body, ...wrong }, 400)
      for (const attempt of round) answers.set(attempt, answer)
    }
  }
  const group = operation.id
  return [
    { group, name: `refuses ${attempts.length} wrong values`, run: send },
    ...[...grouped(attempts, ({ name }) => name)].map(([name, all]): Case => {
      const run = async (trial: Trial): Promise<void> => {
        authorized(trial)
        find(trial)
        if (answers.size < attempts.length) trial.skip('not all values could be tried')
        for (const attempt of all) checkPointed(trial, attempt, answers.get(attempt), place)
      }
      return { group, name: `says what is wrong with ${all.length} values of ${name}`, run }
    }),
  ]
}

interface Attempt extends BadValue {
  /** Of the field. */
  readonly name: string
}

/** Every service reports at least this number of errors at once. */
const MAX_PER_ROUND = 10

/** Each field at most once in a round. */
function roundsOf(attempts: readonly Attempt[]): Attempt[][] {
  const rounds: Attempt[][] = []
  for (const attempt of attempts) {
    const free = rounds.find(
      (round) => round.length < MAX_PER_ROUND && round.every(({ name }) => name !== attempt.name),
    )
    if (free === undefined) rounds.push([attempt])
    else free.push(attempt)
  }
  return rounds
}

function checkPointed(
  trial: Trial,
  { name, value, below }: Attempt,
  answer: Answer | undefined,
  place: string,
): void {
  const wanted = `/${name}${below}`
  if (answer === undefined || pointersOf(answer).includes(wanted)) return
  const message = `errors do not point to ${wanted}, which is ${short(value)}`
  trial.note({ message, place: `${place}/properties/${name}` }, answer)
}

function short(value: unknown): string {
  return JSON.stringify(value).slice(0, 60)
}

/** Notes which fields of a body the errors of an answer do not point to. */
export function checkPointers(
  trial: Trial,
  answer: Answer,
  names: readonly string[],
  place: string,
): void {
  if (answer.status < 400) return
  const pointers = pointersOf(answer)
  const missing = names.filter((name) => !pointers.includes(`/${name}`))
  const message = `errors do not point to ${missing.join(', ')}`
  trial.claim(missing.length === 0, message, place, answer)
}

function pointersOf(answer: Answer): string[] {
  const { errors = [] } = (bodyOf(answer) ?? {}) as { errors?: readonly { pointer?: string }[] }
  return errors.flatMap(({ pointer }) => pointer ?? [])
}
