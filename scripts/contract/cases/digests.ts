import { setTimeout as sleep } from 'node:timers/promises'
import { contentDigest } from '../../../src/client/list-copy.ts'
import { derivedFields } from '../../compatibility/document.ts'
import { query } from '../collection.ts'
import { casesOf, type Case } from '../run.ts'
import type { SurveyedCollection } from '../survey.ts'
import type { Contract } from '../validate/contract.ts'
import { bodyOf } from '../validate/received-response.ts'

const PLACE = '/components/schemas/ListSummary/properties/digest'

/** A change reaches the digests as a rule within a second, later under load, and another one may come in between. */
const TRIES = 10

/** Copies compare themselves with the digests of a list, so these must be those of its records. */
export function digestCases(
  { apiRoot, document, operations }: Contract,
  { list, retrieve, records }: SurveyedCollection,
): Case[] {
  const summary = operations.find(({ template }) => template === `${list.template}digest/`)
  if (summary === undefined || retrieve === undefined) return []
  const derived = new Set(derivedFields({ ...document }))
  return casesOf(summary.id, {
    'has the digest of a record': async (trial) => {
      const id = Number(records[0]?.['id'] ?? trial.skip(`${list.id} has no records`))
      const url = `${apiRoot}${retrieve.template.replace('{id}', String(id))}`
      const range = `${apiRoot}${summary.template}${query({ from: id, to: id })}`
      for (let tries = 1; ; tries += 1) {
        const record = bodyOf(await trial.expect(retrieve, { url }, 200))
        const own = (await contentDigest(record, derived)).toString(16).padStart(64, '0')
        const response = await trial.expect(summary, { url: range }, 200)
        const { digest } = bodyOf(response) as { digest?: string }
        if (digest === own) return
        if (tries === TRIES) return trial.fail(`The digest is not ${own}`, PLACE, response)
        await sleep(1_000)
      }
    },
  })
}
