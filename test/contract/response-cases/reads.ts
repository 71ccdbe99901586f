import { randomUUID } from 'node:crypto'
import { cursorText } from '../../../src/feed/feed-cursor.ts'
import { settleFeeds } from '../../support/settle-feeds.ts'
import {
  allFields,
  hasCalendar,
  needsKey,
  operations,
  resolve,
  type Operation,
} from '../document.ts'
import { kindOf } from './kinds.ts'
import {
  casesOfGet,
  invalidKeys,
  withHeaders,
  withQuery,
  type MakeRequest,
  type ResponseCase,
  type ResponseCases,
  type World,
} from './response-case.ts'

/** A list: of named records, which are found by name, or of records that may be drafts. */
function listCases(operation: Operation): ResponseCases[string] {
  const { template, parameters, responses } = operation
  const isPrivate = needsKey(operation)
  const below =
    (id: (world: World) => unknown): MakeRequest =>
    (world) => ({
      path: template.replace('{id}', String(id(world))),
      ...(isPrivate && { headers: { authorization: world.keys.author } }),
    })
  const list = below(({ recordIds }) => recordIds[parentOf(template)])
  const get = (query: string): ResponseCase => withQuery(list, query)
  const has = (name: string, ...cases: ResponseCase[]) =>
    parameters.some((parameter) => parameter.name === name) ? cases : []
  const ordering = parameters.find(({ name }) => name === 'ordering')
  const last = String(resolve(ordering?.schema ?? {}).enum?.at(-1))
  const drafts = get('publish_status=draft')
  const inactive = get('is_active=false')
  const ofAuthor = ({ request }: ResponseCase): ResponseCase =>
    withHeaders(request, ({ keys }) => ({ authorization: keys.author }))
  return {
    ...casesOfGet(list),
    200: [
      { request: list },
      get('format=api&limit=1'),
      ...has('ordering', get(`limit=1&ordering=${last}`)),
      ...(hasCalendar(operation) ? [get('format=ics')] : []),
      get('offset=1000'),
      ...has('fields', get(`fields=${allFields(operation)}`)),
      ...has('name', get('format=json&limit=1&name=%C3%89'), get('name=%25')),
      ...has('publish_status', ofAuthor(drafts)),
      ...has('is_active', get('is_active=true'), ofAuthor(inactive)),
    ],
    401: [
      ...invalidKeys(list),
      ...has('publish_status', drafts, get('publish_status=archived')),
      ...has('is_active', inactive, get('is_active=false&publish_status=published')),
      ...(isPrivate ? [withHeaders(list, () => ({ authorization: undefined }))] : []),
    ],
    400: [
      get('limit=abc&odering=price'),
      get('offset=-1&ordering=slug'),
      ...has('name', get('name='), get(`name=${'x'.repeat(201)}`)),
      ...has('is_active', get('is_active=maybe')),
      ...has('fields', get('fields='), get('fields=id,odd')),
    ],
    ...('404' in responses && { 404: [{ request: below(() => 2147483647) }] }),
    ...('403' in responses && {
      403: [withHeaders(list, ({ keys }) => ({ authorization: keys.host }))],
    }),
  }
}

/** The changes of a list in both forms, its digest, or a snapshot of it. */
function feedCases(operation: Operation): ResponseCases[string] {
  const { template, responses } = operation
  const feed: MakeRequest = async ({ db }) => {
    await settleFeeds(db)
    return { path: template }
  }
  const get = (query: string): ResponseCase => withQuery(feed, query)
  if (!('304' in responses)) {
    const { 304: _, 412: __, ...cases } = casesOfGet(feed)
    return { ...cases, 200: [{ request: feed }], 400: [get('after=-1')], 401: invalidKeys(feed) }
  }
  if (!('410' in responses)) {
    const all = [{ request: feed }, get('format=api&from=1&to=3')]
    return { ...casesOfGet(feed), 200: all, 400: [get('from=0')], 401: invalidKeys(feed) }
  }
  if (template.endsWith('/rpde/')) {
    return {
      ...casesOfGet(feed),
      200: [
        { request: feed },
        get(`afterChangeNumber=${Number.MAX_SAFE_INTEGER}`),
        get('format=api&limit=1'),
      ],
      400: [get('limit=501&after_change_number=1'), get('afterChangeNumber=-1')],
      401: invalidKeys(feed),
      410: [get('afterChangeNumber=1')],
    }
  }
  return {
    ...casesOfGet(feed),
    200: [
      { request: feed },
      get('include=record&limit=500'),
      get('format=api&limit=1'),
      withHeaders(feed, () => ({ accept: 'text/event-stream' })),
    ],
    400: [get('limit=501&cursr=x'), get('include=all'), get('cursor=%2B'), get('wait=31')],
    401: invalidKeys(feed),
    410: [get('cursor=x'), get(`cursor=${cursorText({ epoch: randomUUID(), no: 1, start: 0 })}`)],
  }
}

/** The path of the record below which a list is. */
function parentOf(template: string): string {
  return template.replace(/(?<=\{id\}\/).*/, '')
}

/** A record by its id, or the one of its path, with a credential where the operation needs one. */
function recordCases(operation: Operation): ResponseCases[string] {
  const { template } = operation
  const isPrivate = needsKey(operation)
  const at =
    (idOf: (...of: Parameters<MakeRequest>) => unknown, isOwn = isPrivate): MakeRequest =>
    async (world, send) => ({
      path: template.replace('{id}', String(await idOf(world, send))),
      ...(isOwn && { headers: { authorization: world.keys.author } }),
    })
  const request = at(({ recordIds }) => recordIds[template])
  const { makeDraft, isSecret } = kindOf(template) ?? kindOf(parentOf(template)) ?? {}
  const draft = (isOwn: boolean): ResponseCase[] => {
    if (makeDraft === undefined) return []
    const draftOfAuthor = at(async ({ db, authorId }) => (await makeDraft(db, authorId)).id, isOwn)
    return [{ request: draftOfAuthor }]
  }
  return {
    ...casesOfGet(request),
    200: [{ request }, ...draft(true)],
    401: [
      ...invalidKeys(request),
      ...(isPrivate ? [withHeaders(request, () => ({ authorization: undefined }))] : []),
    ],
    400: [withQuery(request, 'name=x')],
    ...('404' in operation.responses && {
      404: [
        { request: at(() => 2147483647) },
        { request: at(() => 'abc') },
        ...draft(false),
        ...(isSecret
          ? [withHeaders(request, ({ keys }) => ({ authorization: keys.another }))]
          : []),
      ],
    }),
    ...('403' in operation.responses && {
      403: [
        withHeaders(request, ({ keys }) => ({ authorization: keys.host })),
        ...(isSecret
          ? []
          : [withHeaders(request, ({ keys }) => ({ authorization: keys.another }))]),
      ],
    }),
  }
}

const index: MakeRequest = () => ({ path: '/' })

export const indexCases: ResponseCases = {
  retrieveIndex: {
    ...casesOfGet(index),
    200: [{ request: index }, { request: () => ({ path: '/?format=api' }) }],
    400: [{ request: () => ({ path: '/?limit=1' }) }],
    401: invalidKeys(index),
    // It needs no database.
    503: [{ request: index, service: 'with overloaded operations' }],
  },
}

function casesOf(operation: Operation): ResponseCases[string] {
  const has = (parameter: string) => operation.parameters.some(({ name }) => name === parameter)
  if (/\/(changes|digest|rpde|snapshot)\/$/.test(operation.template)) return feedCases(operation)
  return has('limit') ? listCases(operation) : recordCases(operation)
}

/** The cases of each GET of a list, of its changes, or of a record. */
export const reads: ResponseCases = Object.fromEntries(
  operations
    .filter(({ method }) => method === 'GET')
    .map((operation) => [operation.id, casesOf(operation)]),
)
