import type { ReceivedResponse } from '../validate/received-response.ts'
import type { Contract, Operation } from '../validate/contract.ts'
import type { Parameter } from '../validate/document.ts'
import { greatest, idsOf, pageOf, query } from '../collection.ts'
import { casesOf, type Case, type Trial } from '../run.ts'
import type { SurveyedCollection } from '../survey.ts'
import { checkAddress } from './author.ts'

const PLACE = '/info/description'
/** The pages at the beginning that a case follows. */
const PAGES = 4
const LATER_PAGES = 2
const SMALL = 3
const MAX_PAGE_BYTES = 1024 * 1024

type Parameters = Readonly<Record<string, string | number>>

/** Pages and their links, as the section "Pages" of the document describes them. */
export function pageCases(contract: Contract, collection: SurveyedCollection): Case[] {
  const { list, count } = collection
  const ask = (trial: Trial, parameters: Parameters): Promise<ReceivedResponse> => {
    const url = `${contract.apiRoot}${list.template}${query(parameters)}`
    return trial.expect(list, { url }, 200)
  }
  const check = async (trial: Trial, parameters: Parameters): Promise<ReceivedResponse> => {
    const response = await ask(trial, parameters)
    await checkLinks(trial, response, parameters, ask)
    return response
  }
  const schemaOf = (parameter: string) =>
    contract.resolve(list.parameters.find(({ name }) => name === parameter)?.schema ?? {})
  const past = greatest(contract, list, 'offset') ?? count
  const most = greatest(contract, list, 'limit') ?? SMALL
  return casesOf(list.id, {
    'links every page to its neighbours': async (trial) => {
      for (const offset of [0, SMALL - 1, Math.max(0, count - 1)]) {
        await check(trial, { limit: SMALL, offset })
      }
    },
    [`makes pages of up to ${most} records`]: async (trial) => {
      await check(trial, { limit: most, offset: 0 })
      await check(trial, { limit: most - 1, offset: 1 })
    },
    'keeps format and ordering in its links': async (trial) => {
      const ordering = schemaOf('ordering').enum?.at(-1)
      const kept = ordering === undefined ? {} : { ordering: String(ordering) }
      await check(trial, { ...kept, offset: 1, limit: 1, format: 'json' })
    },
    'has a default page size': async (trial) => {
      const response = await ask(trial, {})
      const size = Number(schemaOf('limit').default)
      await checkLinks(trial, response, { limit: size, offset: 0 }, ask)
    },
    'returns an empty page at and past the end': async (trial) => {
      if (count === 0) return
      for (const offset of new Set([count, past])) {
        const response = await check(trial, { limit: SMALL, offset })
        const isRight = offset === count || pageOf(response).results.length === 0
        trial.check(isRight, 'The page past the end holds records', PLACE, response)
      }
    },
    [`shows no record twice on ${PAGES} pages that follow next`]: (trial) =>
      walk(trial, collection, 0, PAGES),
    'shows no record twice on pages in the middle and at the end': async (trial) => {
      for (const offset of laterOffsets(count)) await walk(trial, collection, offset, LATER_PAGES)
    },
    ...Object.fromEntries(
      list.parameters
        .filter(({ in: place, name }) => place === 'query' && !PAGING.includes(name))
        .map((parameter) => [
          `keeps ${parameter.name} in its links`,
          (trial: Trial) => checkKept(trial, contract, list, parameter),
        ]),
    ),
  })
}

const PAGING = ['limit', 'offset', 'format']

/** Of a parameter that alone changes nothing, such as the unit of another one, only links tell that it was read. */
async function checkKept(
  trial: Trial,
  { apiRoot }: Contract,
  list: Operation,
  { name, example }: Parameter,
): Promise<void> {
  const value = String(example)
  const url = `${apiRoot}${list.template}${query({ [name]: value, limit: 1, offset: 1 })}`
  const response = await trial.expect(list, { url }, 200, 401)
  // Some values need a credential.
  if (response.status === 401) return
  const { previous } = pageOf(response)
  const kept = previous === null ? null : new URL(previous).searchParams.get(name)
  trial.check(kept === value, `previous has ${name}=${kept}`, PLACE, response)
}

/** The size of a page, and its `next` and `previous`. */
async function checkLinks(
  trial: Trial,
  response: ReceivedResponse,
  parameters: Parameters,
  ask: (trial: Trial, parameters: Parameters) => Promise<ReceivedResponse>,
): Promise<void> {
  const page = pageOf(response)
  const { count, results } = page
  const [limit, offset] = [Number(parameters['limit']), Number(parameters['offset'])]
  const due = Math.max(0, Math.min(limit, count - offset))
  const end = offset + results.length
  // A page of very long records ends early: with one more, it would be too long.
  const isFull =
    results.length > 0 &&
    results.length < due &&
    bytesOf(response) + bytesOf(await ask(trial, { ...parameters, limit: 1, offset: end })) >
      MAX_PAGE_BYTES
  const message = `${results.length} records at offset ${offset} of ${count} with limit ${limit}`
  trial.check(isFull || results.length === due, message, PLACE, response)
  const check = (name: 'next' | 'previous', isThere: boolean, target: number): void => {
    const link = page[name]
    const wanted = isThere ? linkTo(trial, response, { ...parameters, offset: target }) : null
    const isRight = wanted === null ? link === null : link?.endsWith(wanted) === true
    trial.check(isRight, `${name} is ${link} instead of ${wanted}`, PLACE, response)
    if (link !== null) checkAddress(trial, response, name, link)
  }
  check('next', isFull || offset + limit < count, isFull ? end : offset + limit)
  check('previous', offset > 0, Math.max(0, offset - limit))
}

function bytesOf({ text }: ReceivedResponse): number {
  return Buffer.byteLength(text)
}

/** Relative to the root of the API, with the parameters in alphabetical order. */
function linkTo({ session }: Trial, { url }: ReceivedResponse, parameters: Parameters): string {
  const { pathname } = new URL(url, 'http://deployment')
  const path = pathname.slice(session.contract.apiRoot.length)
  const sorted = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${path}${query(Object.fromEntries(sorted))}`
}

/** The offsets of pages in the middle and at the end, beyond the first ones. */
function laterOffsets(count: number): number[] {
  const pages = Math.ceil(count / SMALL)
  const starts = [Math.floor(pages / 2), pages - LATER_PAGES]
  return [...new Set(starts)].filter((page) => page >= PAGES - 1).map((page) => page * SMALL)
}

/** Follows `next` from an offset on. */
async function walk(
  trial: Trial,
  { list }: SurveyedCollection,
  offset: number,
  pages: number,
): Promise<void> {
  const { apiRoot } = trial.session.contract
  const seen = new Set<number>()
  const start = query(offset === 0 ? { limit: SMALL } : { limit: SMALL, offset })
  let url = `${apiRoot}${list.template}${start}`
  for (let number = 0; number < pages; number += 1) {
    const response = await trial.expect(list, { url }, 200)
    const page = pageOf(response)
    const repeated = idsOf(page).filter((id) => seen.has(id))
    const message = `Shown before: ${repeated.join(', ')}`
    trial.check(repeated.length === 0, message, PLACE, response)
    for (const id of idsOf(page)) seen.add(id)
    if (page.next === null) return
    // The deployment may be reached by another address than its own.
    const { pathname, search } = new URL(page.next)
    if (!pathname.endsWith(list.template)) throw new Error(`next leads elsewhere: ${page.next}`)
    url = `${apiRoot}${list.template}${search}`
  }
}
