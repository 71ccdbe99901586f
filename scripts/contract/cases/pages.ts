import type { Answer } from '../validate/answer.ts'
import type { Contract } from '../validate/contract.ts'
import { greatest, idsOf, pageOf, query } from '../collection.ts'
import type { Case, Trial } from '../run.ts'
import type { SurveyedCollection } from '../survey.ts'
import { checkAddress } from './author.ts'

const PLACE = '/info/description'
const PAGES = 4
const LATER_PAGES = 2
const SMALL = 3

type Parameters = Readonly<Record<string, string | number>>

/** Pages and their links, held against what the section "Pages" of the document says. */
export function pageCases(contract: Contract, collection: SurveyedCollection): Case[] {
  const { list, count } = collection
  const ask = async (trial: Trial, parameters: Parameters): Promise<Answer> => {
    const url = `${contract.apiRoot}${list.template}${query(parameters)}`
    return trial.expect(list, { url }, 200)
  }
  const check = async (trial: Trial, parameters: Parameters): Promise<Answer> => {
    const answer = await ask(trial, parameters)
    checkLinks(trial, answer, parameters)
    return answer
  }
  const usual = contract.resolve(list.parameters.find(({ name }) => name === 'limit')?.schema ?? {})
  const past = greatest(contract, list, 'offset') ?? count
  const most = greatest(contract, list, 'limit') ?? SMALL
  const group = list.id
  return [
    {
      group,
      name: 'links every page to its neighbours',
      run: async (trial) => {
        await check(trial, { limit: SMALL, offset: 0 })
        await check(trial, { limit: SMALL, offset: SMALL - 1 })
        await check(trial, { limit: SMALL, offset: Math.max(0, count - 1) })
      },
    },
    {
      group,
      name: `makes pages of up to ${most} records`,
      run: async (trial) => {
        await check(trial, { limit: most, offset: 0 })
        await check(trial, { limit: most - 1, offset: 1 })
      },
    },
    {
      group,
      name: 'keeps format and ordering in its links',
      run: async (trial) => {
        const ordering = list.parameters.find(({ name }) => name === 'ordering')
        const { enum: values = [] } = contract.resolve(ordering?.schema ?? {})
        const kept = ordering === undefined ? {} : { ordering: String(values.at(-1)) }
        await check(trial, { ...kept, offset: 1, limit: 1, format: 'json' })
      },
    },
    {
      group,
      name: 'has a page size of its own',
      run: async (trial) => {
        const answer = await ask(trial, {})
        const size = Number(usual.default)
        const { count: all, results } = pageOf(answer)
        const message = `${results.length} of ${all} records without a limit`
        trial.claim(results.length === Math.min(size, all), message, PLACE, answer)
        checkLinks(trial, answer, { limit: size, offset: 0 })
      },
    },
    {
      group,
      name: 'answers an empty page at and past the end',
      run: async (trial) => {
        for (const offset of new Set([count, past])) {
          if (count === 0) return
          const answer = await check(trial, { limit: SMALL, offset })
          const isEmpty = pageOf(answer).results.length === 0
          trial.claim(
            isEmpty || offset === count,
            'The page past the end holds records',
            PLACE,
            answer,
          )
        }
      },
    },
    {
      group,
      name: `shows no record twice on ${PAGES} pages that follow next`,
      run: (trial) => walk(trial, contract, collection, 0, PAGES),
    },
    {
      group,
      name: 'shows no record twice on pages in the middle and at the end',
      run: async (trial) => {
        for (const offset of laterOffsets(count)) {
          await walk(trial, contract, collection, offset, LATER_PAGES)
        }
      },
    },
  ]
}

/** What `next` and `previous` must be, given what was asked for. */
function checkLinks(trial: Trial, answer: Answer, parameters: Parameters): void {
  const { count, next, previous, results } = pageOf(answer)
  const [limit, offset] = [Number(parameters['limit']), Number(parameters['offset'])]
  const due = Math.max(0, Math.min(limit, count - offset))
  const message = `${results.length} records at offset ${offset} of ${count} with limit ${limit}`
  trial.claim(results.length === due, message, PLACE, answer)
  const links = {
    next: offset + limit < count ? offset + limit : undefined,
    previous: offset > 0 ? Math.max(0, offset - limit) : undefined,
  }
  const check = (name: 'next' | 'previous', link: string | null): void => {
    const target = links[name]
    const wanted =
      target === undefined ? null : linkTo(trial, answer, { ...parameters, offset: target })
    const isRight = wanted === null ? link === null : link?.endsWith(wanted) === true
    trial.claim(isRight, `${name} is ${link} instead of ${wanted}`, PLACE, answer)
    if (link !== null) checkAddress(trial, answer, name, link)
  }
  check('next', next)
  check('previous', previous)
}

/** From the path of the operation on, the parameters in alphabetical order. */
function linkTo({ session }: Trial, { url }: Answer, parameters: Parameters): string {
  const names = Object.keys(parameters).toSorted()
  const { pathname } = new URL(url, 'http://deployment')
  const path = pathname.slice(session.contract.apiRoot.length)
  return `${path}${query(Object.fromEntries(names.map((name) => [name, parameters[name] ?? ''])))}`
}

/** Where pages begin that lie in the middle and at the end, beyond those that are walked first. */
function laterOffsets(count: number): number[] {
  const pages = Math.ceil(count / SMALL)
  const starts = [Math.floor(pages / 2), pages - LATER_PAGES]
  return [...new Set(starts)].filter((page) => page >= PAGES - 1).map((page) => page * SMALL)
}

/** So many pages from an offset on. */
async function walk(
  trial: Trial,
  contract: Contract,
  { list }: SurveyedCollection,
  offset: number,
  pages: number,
): Promise<void> {
  const seen = new Set<number>()
  const start = query(offset === 0 ? { limit: SMALL } : { limit: SMALL, offset })
  let url: string | undefined = `${contract.apiRoot}${list.template}${start}`
  for (let page = 0; page < pages && url !== undefined; page += 1) {
    const answer = await trial.expect(list, { url }, 200)
    const { next, results } = pageOf(answer)
    const again = results.map(({ id }) => Number(id)).filter((id) => seen.has(id))
    trial.claim(again.length === 0, `Shown before: ${again.join(', ')}`, PLACE, answer)
    for (const id of idsOf(pageOf(answer))) seen.add(id)
    url = next === null ? undefined : followed(contract, list.template, next)
  }
}

/** The same query here: the deployment may be reached by another address than its own. */
function followed({ apiRoot }: Contract, template: string, link: string): string {
  const { pathname, search } = new URL(link)
  if (!pathname.endsWith(template)) throw new Error(`next leads elsewhere: ${link}`)
  return `${apiRoot}${template}${search}`
}
