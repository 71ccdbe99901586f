import type { Operation } from '../judge/contract.ts'
import { JSON_TYPE } from '../collection.ts'
import type { Case } from '../run/case.ts'

/** A type that nobody makes. */
const UNKNOWN_TYPE = 'application/vnd.contract-test'

/** What a client may ask for, and how it learns that what it has is current. */
export function negotiationCases(operation: Operation, url: string): Case[] {
  const group = operation.id
  return [
    {
      group,
      name: 'makes JSON for whoever takes it',
      needsRecord: true,
      run: async (trial) => {
        const one = `text/csv, ${JSON_TYPE};q=0.5`
        for (const accept of ['*/*', 'application/*', JSON_TYPE, one]) {
          const answer = await trial.expect(operation, { url, headers: { accept } }, 200)
          const type = answer.headers['content-type']
          const place = `${operation.place}/responses/200`
          trial.claim(type === JSON_TYPE, `${type} for Accept: ${accept}`, place, answer)
        }
      },
    },
    {
      group,
      name: 'refuses to make anything else',
      run: async (trial) => {
        for (const accept of [UNKNOWN_TYPE, `${JSON_TYPE};q=0, image/png`]) {
          await trial.expect(operation, { url, headers: { accept } }, 406)
        }
      },
    },
    {
      group,
      name: 'answers 304 to whoever has the current ETag',
      needsRecord: true,
      run: async (trial) => {
        const { headers } = await trial.expect(operation, { url }, 200)
        const etag = headers['etag'] ?? ''
        for (const known of [etag, `"contract-test", ${etag}`, '*']) {
          const sent = { url, headers: { 'if-none-match': known } }
          const answer = await trial.expect(operation, sent, 304)
          const message = `ETag is ${answer.headers['etag']} instead of ${etag}`
          const isSame = answer.status !== 304 || answer.headers['etag'] === etag
          trial.claim(isSame, message, '/components/headers/ETag', answer)
        }
        const other = { 'if-none-match': '"contract-test"' }
        await trial.expect(operation, { url, headers: other }, 200)
      },
    },
  ]
}
