import type { Answer } from '../judge/answer.ts'
import type { Contract } from '../judge/contract.ts'
import { grouped } from '../grouped.ts'
import type { Case } from '../run/case.ts'
import type { Trial } from '../run/trial.ts'
import { badValues, type BadValue } from '../values/bad-values.ts'
import type { Writing } from '../values/valid-body.ts'
import { authorized, write, type FindTarget } from './author.ts'
import { pointersOf } from './pointers.ts'

/**
 * Values that fields do not take. Those of several fields are sent together, as the answer must point
 * to each; then each field is a case.
 */
export function fieldValueCases(contract: Contract, writing: Writing, find: FindTarget): Case[] {
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

/** So many faults are told of at once by every service. */
const MOST_IN_A_ROUND = 10

/** Each field at most once in a round. */
function roundsOf(attempts: readonly Attempt[]): Attempt[][] {
  const rounds: Attempt[][] = []
  for (const attempt of attempts) {
    const free = rounds.find(
      (round) => round.length < MOST_IN_A_ROUND && round.every(({ name }) => name !== attempt.name),
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
