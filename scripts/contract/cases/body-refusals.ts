import type { Contract } from '../judge/contract.ts'
import { jsonSchema } from '../collection.ts'
import type { Case } from '../run/case.ts'
import type { Writing } from '../values/valid-body.ts'
import { write, type FindTarget } from './author.ts'
import { fieldValueCases } from './field-values.ts'
import { checkPointers } from './pointers.ts'

/** The size that the section "Writing" of the document allows. */
const LONGEST_BODY = 256 * 1024
const DEEPEST = 32

/** Every body that an operation must refuse, made from its schema. Nothing here is to be accepted. */
export function bodyRefusalCases(contract: Contract, writing: Writing, find: FindTarget): Case[] {
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
      name: `refuses a body of more than ${LONGEST_BODY / 1024} KiB`,
      run: async (trial) => {
        await write(trial, find(trial), `${text}${' '.repeat(LONGEST_BODY)}`, 413)
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
