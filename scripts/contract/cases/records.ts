import { bodyOf } from '../judge/answer.ts'
import type { Contract, Operation } from '../judge/contract.ts'
import type { Case } from '../run/case.ts'
import type { SurveyedCollection } from '../survey.ts'

const MOST = 3

/** Single records: exactly as the list shows them. */
export function recordCases(
  { apiRoot, operations }: Contract,
  { retrieve, records, list }: SurveyedCollection,
): Case[] {
  if (retrieve === undefined) return []
  const { id: group, template } = retrieve
  return [
    {
      group,
      name: 'shows a record as the list does',
      run: async (trial) => {
        if (records.length === 0) trial.skip(`${list.id} has no records`)
        for (const record of records.slice(0, MOST)) {
          const url = `${apiRoot}${template.replace('{id}', String(record['id']))}`
          const answer = await trial.expect(retrieve, { url }, 200)
          const isSame = JSON.stringify(bodyOf(answer)) === JSON.stringify(record)
          trial.claim(isSame, 'The list shows it otherwise', placeOf(operations, group), answer)
        }
      },
    },
  ]
}

function placeOf(operations: readonly Operation[], id: string): string {
  return `${operations.find((operation) => operation.id === id)?.place ?? ''}/description`
}
