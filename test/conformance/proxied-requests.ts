import { randomUUID } from 'node:crypto'
import { bodyOf, type Answer } from '../../scripts/contract/validate/answer.ts'
import type { Contract, Operation } from '../../scripts/contract/validate/contract.ts'
import { query } from '../../scripts/contract/collection.ts'
import type { Send, Sent } from '../../scripts/contract/http-client.ts'
import type { Survey } from '../../scripts/contract/survey.ts'
import { goodTexts, writingOf, type Writing } from '../../scripts/contract/values.ts'

export interface Exchanged {
  readonly answer: Answer
  readonly wanted: number
}

/**
 * Requests that fit the document, for a proxy that refuses others: every kind of every parameter,
 * records, what is known or missing already, and the life of each record that can be made.
 */
export async function exchangeValidRequests(
  contract: Contract,
  survey: Survey,
  key: string,
  send: Send,
): Promise<Exchanged[]> {
  const authorization = `Bearer ${key}`
  const exchanged: Exchanged[] = []
  const ask = async (sent: Sent, wanted: number): Promise<Answer> => {
    const answer = await send({ ...sent, headers: { authorization, ...sent.headers } })
    exchanged.push({ answer, wanted })
    return answer
  }
  for (const { list, retrieve, records } of survey.collections) {
    for (const url of listUrls(contract, list)) await ask({ url }, 200)
    await askKnown(ask, list.template)
    if (retrieve === undefined) continue
    await ask({ url: recordUrl(retrieve, 2_147_483_647) }, 404)
    for (const { id } of records.slice(0, 5))
      await ask({ url: recordUrl(retrieve, Number(id)) }, 200)
  }
  for (const operation of contract.operations.filter(({ method }) => method === 'POST')) {
    const writing = writingOf(contract, survey, operation, 'Contract test through a proxy')
    if (writing !== undefined) await liveThrough(contract, survey, writing, ask)
  }
  return exchanged
}

type Ask = (sent: Sent, wanted: number) => Promise<Answer>

function listUrls({ resolve }: Contract, { template, parameters }: Operation): string[] {
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema, example }) =>
      goodTexts(resolve(schema), example).map((text) => `${template}${query({ [name]: text })}`),
    )
}

function recordUrl({ template }: Operation, id: number): string {
  return template.replace('{id}', String(id))
}

async function askKnown(ask: Ask, url: string): Promise<void> {
  const { headers } = await ask({ url }, 200)
  await ask({ url, headers: { 'if-none-match': headers['etag'] ?? '' } }, 304)
}

/** Made, found by its own name again, changed, replaced, refused and deleted, as far as it can be. */
async function liveThrough(
  contract: Contract,
  survey: Survey,
  { operation, mediaType, body }: Writing,
  ask: Ask,
): Promise<void> {
  const headers = { 'content-type': mediaType, 'idempotency-key': randomUUID() }
  const sent = { method: 'POST', url: operation.template, headers, body: JSON.stringify(body) }
  const made = await ask(sent, 201)
  await ask(sent, 201)
  const { id } = (bodyOf(made) ?? {}) as { id?: number }
  const { operations = [] } =
    contract.paths.find(({ template }) => template === `${operation.template}{id}/`) ?? {}
  for (const change of operations.filter(({ method }) => method !== 'GET')) {
    const writing = writingOf(contract, survey, change, 'Contract test through a proxy')
    const common = { method: change.method, url: recordUrl(change, id ?? 0) }
    const content = writing && {
      headers: { 'content-type': writing.mediaType },
      body: JSON.stringify(writing.body),
    }
    const matched = (tag: string) => ({
      ...common,
      ...content,
      headers: { ...content?.headers, 'if-match': tag },
    })
    await ask(matched('"contract-test"'), 412)
    await ask(matched('*'), change.method === 'DELETE' ? 204 : 200)
  }
}
