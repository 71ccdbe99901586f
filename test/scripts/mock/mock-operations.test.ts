import { describe, expect, it } from 'vitest'
import { validate } from '../../contract/validate.ts'
import { document, operations, resolve, type Operation } from '../../contract/document.ts'
import type { Answer } from '../../support/send.ts'
import { fittingRequest, useMock } from './mock-service.ts'

const mock = useMock()
const ask = (operation: Operation, prefer?: string) => mock.send(fittingRequest(operation, prefer))

/** What only the mock sends stands aside; the rest is held against the contract. */
function faultsOf(answer: Answer): string[] {
  const { 'preference-applied': _, vary = '', ...rest } = answer.headers
  const headers = { ...rest, vary: vary.replace(/, Prefer$/, '') }
  return validate({ ...answer, headers }).errors
}

const documented = operations.flatMap((operation) =>
  Object.entries(operation.responses).map(([status, response]) => ({
    title: `${operation.id} ${status}`,
    operation,
    status,
    response,
  })),
)

const examples = documented.flatMap(({ operation, status, response: { content = {} } }) =>
  Object.entries(content).flatMap(([type, media]) =>
    Object.entries(media.examples ?? {}).map(([name, example]) => ({
      title: `${operation.id} ${status} ${name}`,
      operation,
      status,
      name,
      type,
      value: resolve(example).value as Record<string, unknown>,
    })),
  ),
)
const shown = examples.filter(({ type }) => /\bjson$/.test(type))

/** The path has methods of its own; the example shows those of another. */
const ABSENT_METHOD = /^(DELETE|POST) is not allowed here\. Allowed: ([A-Z, ]+)\.$/

const namesParameters = ({ errors }: Record<string, unknown>) =>
  Array.isArray(errors) && errors.some((error: object) => 'parameter' in error)

/** As the mock answers it: the index is of its own addresses, and has the version of the contract. */
function answeredBy({ id }: Operation, value: Record<string, unknown>): Record<string, unknown> {
  if (id !== 'retrieveIndex' || 'code' in value) return value
  const text = JSON.stringify(value).replaceAll(/https:..[^/]+/g, 'https://art.example')
  return { ...(JSON.parse(text) as object), version: document.info.version }
}

/** The body without what names this one request and this one address. */
function comparable(body: Record<string, unknown>): Record<string, unknown> {
  // Of a list, count and links are those of the mock, and so are the records after the first.
  const { instance: _, type, next: __, previous: ___, count: ____, results, ...rest } = body
  if (results !== undefined) return { ...rest, first: (results as object[])[0] }
  return typeof type === 'string' ? { ...rest, type: type.split('/').at(-1) } : rest
}

describe('every status that the contract documents is had by its code', () => {
  it.each(documented)('$title', async ({ operation, status }) => {
    const answer = await ask(operation, `code=${status}`)
    expect(String(answer.status)).toBe(status)
    expect(answer.headers['preference-applied']).toBe(`code=${status}`)
    expect(answer.headers['vary']).toBe('Accept, Accept-Encoding, Prefer')
    const faults = faultsOf(answer)
    // The requested example does not fit the method; that is its only error.
    if (status === '405') expect(faults).toEqual([expect.stringContaining('405 for ')])
    else expect(faults).toEqual([])
  })
})

describe('every example is had by its name', () => {
  it.each(shown)('$title', async ({ operation, status, name, value }) => {
    for (const prefer of [`code=${status}, example=${name}`, `example=${name}`]) {
      const answer = await ask(operation, prefer)
      expect(String(answer.status)).toBe(status)
      expect(answer.headers['preference-applied']).toBe(prefer)
      const answered = answer.json()
      const expected = {
        ...answeredBy(operation, value),
        ...(status === '405' && { detail: answered['detail'] }),
        // Of the parameters, which each operation has its own of; see below.
        ...(namesParameters(value) && { errors: answered['errors'] }),
      }
      expect(comparable(answer.json())).toEqual(comparable(expected))
    }
  })

  it.each(operations)('of parameters it names those of the operation ($id)', async (operation) => {
    const own = operation.parameters.filter((parameter) => parameter.in === 'query')
    const names = own.map(({ name }) => name).toSorted()
    const unknown =
      names.length > 0 ? `There are: ${names.join(', ')}.` : 'This operation takes none.'
    for (const name of ['odering', 'limit']) {
      const example = name === 'limit' ? 'InvalidParameter' : 'UnknownParameter'
      const answer = await ask(operation, `example=${example}`)
      // Of an operation with a body the examples of 400 are of that.
      if (!operation.responses['400']?.content?.['application/problem+json']?.examples?.[example])
        continue
      const detail = names.includes(name)
        ? '"abc" is not an integer from 1 to 100 in plain decimal digits.'
        : `There is no such parameter. ${unknown}`
      expect(answer.json()['errors']).toEqual([{ parameter: name, detail }])
    }
  })

  it.each(operations)('of 405 it is that of the path ($id)', async (operation) => {
    for (const prefer of ['code=405', 'example=MethodNotAllowed']) {
      const answer = await ask(operation, prefer)
      const [, absent, allowed] = ABSENT_METHOD.exec(String(answer.json()['detail'])) ?? []
      expect(allowed).toBe(answer.headers['allow'])
      expect(allowed?.split(', ')).not.toContain(absent)
      expect(answer.headers['preference-applied']).toBe(prefer)
    }
  })

  it('covers more than one for some status', () => {
    expect(shown.length).toBeGreaterThan(documented.length)
  })
})

describe('without a preference', () => {
  it.each(operations)('$id answers its first example of a success', async (operation) => {
    const answer = await ask(operation)
    expect(faultsOf(answer)).toEqual([])
    expect(answer.headers['preference-applied']).toBeUndefined()
    const success = Object.keys(operation.responses).find((status) => status.startsWith('2'))
    expect(String(answer.status)).toBe(success)
    const first = shown.find((each) => each.operation === operation && each.status === success)
    const isJson = /\bjson$/.test(answer.headers['content-type'] ?? '')
    expect(isJson ? comparable(answer.json()) : undefined).toEqual(
      first && comparable(answeredBy(operation, first.value)),
    )
  })

  it.each(['respond-async', 'dynamic=true', 'return=minimal'])(
    'of its own, %s changes nothing',
    async (prefer) => {
      const answer = await mock.send({ path: '/venues/', headers: { prefer } })
      expect(answer.status).toBe(200)
      expect(answer.headers['preference-applied']).toBeUndefined()
      // Another request may prefer something else.
      expect(answer.headers['vary']).toBe('Accept, Accept-Encoding, Prefer')
    },
  )
})

it.each(operations.filter(({ responses }) => '404' in responses))(
  '$id names no other kind of record with 404',
  async (operation) => {
    const { detail } = (await ask(operation, 'code=404')).json() as { detail: string }
    expect(detail).toBe('No record has this id.')
  },
)

describe('what the contract does not have', () => {
  const refused = async (operationId: string, prefer: string) => {
    const operation = operations.find(({ id }) => id === operationId)!
    const answer = await ask(operation, prefer)
    expect(faultsOf(answer)).toEqual([])
    expect(answer.headers['preference-applied']).toBeUndefined()
    expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_request' })
    return (answer.json()['errors'] as object[])[0]
  }

  const codes = Object.keys(operations.find(({ id }) => id === 'listVenues')!.responses).join(', ')

  it.each([
    ['listVenues', 'code=404', `There is no code "404" here, but ${codes}.`],
    ['listVenues', 'code', `There is no code "" here, but ${codes}.`],
    [
      'listEvents',
      'code=200, example=NotFound',
      'There is no example "NotFound" here, but 200: FirstPage, PastTheEnd.',
    ],
    ['deleteEvent', 'code=204, example=Event', 'There is no example "Event" here, but none.'],
    ['listVenues', 'code=200 example=X', 'It cannot be read; code=404 and example=X can.'],
  ])('of %s, %s is refused', async (operationId, prefer, detail) => {
    expect(await refused(operationId, prefer)).toEqual({ parameter: 'Prefer', detail })
  })

  it('is reported with the examples of all statuses when none was requested', async () => {
    expect(await refused('retrieveVenue', 'example=Nothing')).toEqual({
      parameter: 'Prefer',
      detail: expect.stringMatching(
        /^There is no example "Nothing" here, but 200: Venue; 400: \w.*; 404: NotFound; /,
      ) as string,
    })
  })
})

describe('a record', () => {
  it('is where the answer that made it says', async () => {
    const create = operations.find(({ id }) => id === 'createEvent')!
    const created = await ask(create)
    const location = new URL(created.headers['location'] ?? '')
    const { text, headers, status } = await mock.send({ url: location.pathname })
    expect(status).toBe(200)
    expect(text).toBe(created.text)
    expect(headers['etag']).toBe(created.headers['etag'])
  })

  it('is not sent to whoever has it', async () => {
    const { headers } = await mock.send({ path: '/events/812/' })
    const again = await mock.send({
      path: '/events/812/',
      headers: { 'if-none-match': headers['etag'] ?? '' },
    })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  it('is a page for those who ask for one', async () => {
    const headers = { accept: 'text/html' }
    const answer = await mock.send({ path: '/events/812/', headers })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.text).toContain(String((await event())['title']))
  })

  const event = async () => (await mock.send({ path: '/events/812/' })).json()
})

describe('a calendar', () => {
  it('has the events of the example', async () => {
    const { headers, text } = await mock.send({ path: '/events/?format=ics&limit=3' })
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(text.match(/^UID:event-(\d+)@/gm)).toHaveLength(3)
  })
})

describe('a feed of pages', () => {
  it('ends with a page that names itself', async () => {
    const first = await mock.send({ path: '/events/rpde/?limit=2' })
    const { items, next } = first.json() as { items: { modified: number }[]; next: string }
    expect(next).toMatch(
      new RegExp(`/events/rpde/\\?afterChangeNumber=${items.at(-1)?.modified}&limit=2$`),
    )
    const { pathname, search } = new URL(next)
    const last = await mock.send({ url: `${pathname}${search}` })
    expect(last.json()).toMatchObject({ items: [], next })
  })
})

describe('what is beside the API', () => {
  it.each(['/docs', '/openapi/v1.json', '/openapi/v1.yaml', '/docs/problems/not_found'])(
    '%s is served',
    async (url) => {
      expect(await mock.send({ url })).toMatchObject({ status: 200 })
    },
  )

  it('answers HEAD and OPTIONS', async () => {
    const head = await mock.send({ method: 'HEAD', path: '/events/' })
    expect(head.status).toBe(200)
    const options = await mock.send({ method: 'OPTIONS', path: '/events/' })
    expect(options).toMatchObject({ status: 200, headers: { allow: 'GET, POST, HEAD, OPTIONS' } })
  })
})
