import type { Statement, Rows } from './ask.ts'

const BEGIN: Statement = {
  name: '',
  text: 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY',
  values: [],
}
const COMMIT: Statement = { name: '', text: 'COMMIT', values: [] }

/**
 * What is asked of a pooler that gives a connection to each transaction: the transaction itself, in one
 * go with its settings, and no statement by a name, which the next connection would not know.
 */
export function inTransaction(asks: readonly Statement[], settings: Statement): Statement[] {
  const unnamed = asks.map(({ text, values }) => ({ name: '', text, values }))
  return [BEGIN, settings, ...unnamed, COMMIT]
}

/** Those to the asks themselves. */
export function resultsInTransaction(answers: readonly Rows[]): readonly Rows[] {
  return answers.slice(2, -1)
}

/** Sets, for a transaction, `name=value` pairs of postgresql.conf. */
export function setForTransaction(settings: readonly string[]): Statement {
  const pairs = settings.map((setting) => setting.split('='))
  const calls = pairs.map(([name = '', value = '']) => `set_config('${name}', '${value}', true)`)
  return { name: '', text: `SELECT ${calls.join(', ')}`, values: [] }
}
