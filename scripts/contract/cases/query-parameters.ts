import { bodyOf, type Answer } from '../validate/answer.ts'
import type { Contract, Operation } from '../validate/contract.ts'
import type { Parameter } from '../validate/document.ts'
import { query } from '../collection.ts'
import type { Case, Trial } from '../run.ts'
import { badTexts, goodTexts } from '../values.ts'

/**
 * The parameters of a query: the bounds of each, and what it must reject. Invalid values are sent
 * for all parameters at once, as the answer must name each; `url` is one that is answered with 200.
 */
export function queryParameterCases(contract: Contract, operation: Operation, url: string): Case[] {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query')
  const first = parameters[0]?.name ?? ''
  const bad = new Map(
    parameters.map(({ name, schema }) => [name, badTexts(contract.resolve(schema))]),
  )
  const rounds = Math.max(0, ...[...bad.values()].map((texts) => texts.length))
  return [
    ...parameters.map((parameter) => boundsCase(contract, operation, url, parameter)),
    ...Array.from({ length: rounds }, (_, round) => rejectionCase(operation, url, round, bad)),
    rejection(operation, url, 'refuses repeated parameters', `?${twice(parameters)}`, [
      ...bad.keys(),
    ]),
    rejection(operation, url, 'refuses an unknown parameter', '?contract_test=1', [
      'contract_test',
    ]),
    rejection(operation, url, 'refuses what is not UTF-8', `?${first}=%ff`, [first]),
  ]
}

function boundsCase(
  contract: Contract,
  operation: Operation,
  url: string,
  { name, schema, example }: Parameter,
): Case {
  const run = async (trial: Trial): Promise<void> => {
    for (const text of goodTexts(contract.resolve(schema), example)) {
      // Some values may be for those with a credential only.
      const others = operation.security.some((one) => Object.keys(one).length > 0) ? [401] : []
      await trial.expect(operation, { url: `${url}${query({ [name]: text })}` }, 200, ...others)
    }
  }
  return { group: operation.id, name: `takes every kind of ${name}`, needsRecord: true, run }
}

function rejectionCase(
  operation: Operation,
  url: string,
  round: number,
  bad: ReadonlyMap<string, readonly string[]>,
): Case {
  const chosen = [...bad].flatMap(([name, texts]) => {
    const text = texts[round]
    return text === undefined ? [] : [[name, text] as const]
  })
  const shown = chosen.map(([name, text]) => `${name}="${text.slice(0, 20)}"`).join(', ')
  const names = chosen.map(([name]) => name)
  return rejection(operation, url, `refuses ${shown}`, query(Object.fromEntries(chosen)), names)
}

/** A case that wants 400 and each of the parameters named, no other. */
function rejection(
  operation: Operation,
  url: string,
  name: string,
  search: string,
  wanted: readonly string[],
): Case {
  const run = async (trial: Trial): Promise<void> => {
    const answer = await trial.expect(operation, { url: `${url}${search}` }, 400)
    if (answer.status !== 400) return
    const named = new Set(namedParameters(answer))
    const isSame = named.size === wanted.length && wanted.every((each) => named.has(each))
    const message = `errors name ${[...named].join(', ') || 'nothing'} and not ${wanted.join(', ')}`
    trial.claim(isSame, message, '/components/responses/BadRequest', answer)
  }
  return { group: operation.id, name, run }
}

function namedParameters(answer: Answer): string[] {
  const { errors = [] } = bodyOf(answer) as { errors?: readonly { parameter?: string }[] }
  return errors.map(({ parameter }) => String(parameter))
}

function twice(parameters: readonly Parameter[]): string {
  const pairs = parameters.map(({ name, example }) => [name, String(example)])
  return new URLSearchParams([...pairs, ...pairs]).toString()
}
