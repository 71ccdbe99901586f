import type { Contract } from '../judge/contract.ts'
import type { Json } from '../collection.ts'
import type { Case, Chain } from '../run/case.ts'
import type { Trial } from '../run/trial.ts'
import type { Survey } from '../survey.ts'
import { goodValues } from '../values/good-values.ts'
import { writingOf, type Writing } from '../values/valid-body.ts'
import { targetOf } from './author.ts'
import { bodyRefusalCases } from './body-refusals.ts'
import { relatedRecordCase } from './creation.ts'
import { deletionCases } from './deletion.ts'
import { change, requireRecord, type Life } from './life.ts'
import { preconditionCases } from './preconditions.ts'
import { stateCases } from './states.ts'

/** What can be done to a record that was made, to its end. */
export function lifeCycle(contract: Contract, survey: Survey, life: Life): Chain {
  const writings = life.operations.flatMap(
    (operation) => writingOf(contract, survey, operation, life.title) ?? [],
  )
  return [
    hiddenCase(life),
    ...writings.flatMap((writing) => changeCases(contract, writing, life)),
    ...stateCases(writings, life),
    ...deletionCases(life),
  ]
}

function hiddenCase({ operations, ...life }: Life): Case {
  const retrieve = operations.find(({ method }) => method === 'GET')
  return {
    group: retrieve?.id ?? '',
    name: 'hides from others what is not published',
    run: async (trial) => {
      const { url } = requireRecord(trial, { operations, ...life })
      if (retrieve !== undefined) await trial.expect(retrieve, { url }, 404)
    },
  }
}

function changeCases(contract: Contract, writing: Writing, life: Life): Case[] {
  const find = (trial: Trial) => {
    const { url } = requireRecord(trial, life)
    // `*` is whatever there is, so that the order of the cases does not matter here.
    return targetOf(writing, url, { 'if-match': '*' })
  }
  const isPatch = writing.operation.method === 'PATCH'
  return [
    ...preconditionCases(writing, life),
    ...bodyRefusalCases(contract, writing, find),
    ...relatedRecordCase(isPatch ? { ...writing, body: life.writing.body } : writing, find),
    replacementCase(writing, life),
    ...(isPatch ? patchCases(contract, writing, life) : []),
  ]
}

/** The whole body of the first example, whether it replaces or changes. */
function replacementCase(writing: Writing, life: Life): Case {
  return {
    group: writing.operation.id,
    name: 'changes the record and its ETag',
    run: async (trial) => {
      await change(trial, writing, life, writing.body)
    },
  }
}

function patchCases(contract: Contract, writing: Writing, life: Life): Case[] {
  const group = writing.operation.id
  const { properties = {} } = writing.schema
  const rounds = roundsOf(contract, writing)
  return [
    {
      group,
      name: 'takes {} and makes a new version',
      run: async (trial) => {
        await change(trial, writing, life, {})
      },
    },
    {
      group,
      name: `stores values at the bounds of ${Object.keys(properties).length} fields`,
      run: async (trial) => {
        for (const round of rounds) await change(trial, writing, life, round)
      },
    },
  ]
}

/** Good values of all fields but those that rules tie to others. */
function roundsOf(contract: Contract, { schema, related }: Writing): Json[] {
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name, { format }]) => !related.has(name) && format !== 'date-time')
    .filter(([name]) => name !== 'publish_status' && name !== 'title')
    .map(([name, node]) => [name, goodValues(contract, node)] as const)
  const rounds = Math.max(0, ...fields.map(([, values]) => values.length))
  return Array.from({ length: rounds }, (_, round) =>
    Object.fromEntries(
      fields.flatMap(([name, values]) => (round in values ? [[name, values[round]]] : [])),
    ),
  )
}
