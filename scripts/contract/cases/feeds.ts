import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '../collection.ts'
import { casesOf, type Case } from '../run.ts'
import type { SurveyedCollection } from '../survey.ts'
import type { Contract } from '../validate/contract.ts'
import { bodyOf } from '../validate/received-response.ts'

interface ChangesPage {
  readonly results: readonly { readonly id: number }[]
  readonly next_cursor: string
}

/** A record that changes in between leaves its place among the changes; an import changes many for a while. */
const TRIES = 5

/** Copies follow the cursors of the changes, so no change may be missing between two reads. */
export function feedCases({ apiRoot, operations }: Contract, { list }: SurveyedCollection): Case[] {
  const feed = operations.find(({ template }) => template === `${list.template}changes/`)
  if (feed === undefined) return []
  return casesOf(feed.id, {
    'leaves out no change between two reads': async (trial) => {
      for (let tries = 1; ; tries += 1) {
        const read = async (parameters: Readonly<Record<string, string | number>>) => {
          const url = `${apiRoot}${feed.template}${query(parameters)}`
          const response = await trial.expect(feed, { url }, 200)
          const { results, next_cursor } = bodyOf(response) as ChangesPage
          return { response, ids: results.map(({ id }) => id), next_cursor }
        }
        const first = await read({ limit: 1 })
        const second = await read({ cursor: first.next_cursor, limit: 2 })
        const both = await read({ limit: 3 })
        const [parts, whole] = [[...first.ids, ...second.ids], both.ids].map(String)
        if (parts === whole) return
        const message = `Reads of 1 and 2 changes have the ids ${parts}; one of 3 has ${whole}`
        if (tries === TRIES) return trial.fail(message, feed.place, both.response)
        await sleep(1_000)
      }
    },
  })
}
