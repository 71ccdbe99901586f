import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { testApp } from '../support/app.ts'
import type { Answer, Sent, send as sendTo } from '../support/send.ts'
import { useDatabase } from '../support/database.ts'
import { root } from '../support/repository.ts'

// Marks in the contract and declared headers suffice to deprecate something: this test adds some to a copy of the
// project and serves the copy.

const test = useDatabase()
const COPIED = ['src', 'scripts', 'test', 'openapi', 'generated', 'package.json', 'tsconfig.json']
let copy = ''
let send: (sent: Sent) => Promise<Answer>
let app: FastifyInstance | undefined

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'art-marketplace-copy-'))
  for (const name of COPIED) {
    await cp(path.join(root, name), path.join(copy, name), { recursive: true })
  }
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  await markContract()
  const serving = await fromCopy<{ testApp: typeof testApp }>('test/support/app.ts')
  const served = await serving.testApp(test)
  app = served
  // Validates every response against the contract of the copy.
  const sending = await fromCopy<{ send: typeof sendTo }>('test/support/send.ts')
  send = (sent) => sending.send(served, sent)
})

afterAll(async () => {
  await app?.close()
  await rm(copy, { recursive: true, force: true })
})

async function fromCopy<Module>(file: string): Promise<Module> {
  return (await import(path.join(copy, file))) as Module
}

async function markContract(): Promise<void> {
  const file = path.join(copy, 'generated/v1.json')
  const document = JSON.parse(await readFile(file, 'utf8')) as {
    readonly paths: Record<string, Record<string, object>>
    readonly components: Record<'parameters' | 'responses', Record<string, { headers?: object }>>
  }
  const { paths, components } = document
  const mark = (marked: object | undefined, year: number): void => {
    const dates = { 'x-deprecated-since': `${year}-01-01`, 'x-sunset': `${year + 1}-01-01` }
    Object.assign(marked ?? {}, { deprecated: true, ...dates })
  }
  mark(paths['/tags/']?.['get'], 2027)
  mark(components.parameters['NameFilter'], 2028)
  const declared = { description: 'Announces it.', schema: { type: 'string' } }
  const headers = { Deprecation: declared, Sunset: declared, Link: declared }
  for (const response of Object.values(components.responses)) {
    response.headers = { ...response.headers, ...headers }
  }
  await writeFile(file, JSON.stringify(document))
}

const since = (year: number) => `@${Date.UTC(year, 0) / 1000}`

describe('a copy of the service with deprecated parts', () => {
  it('announces the operation', async () => {
    const { status, headers } = await send({ path: '/tags/' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      deprecation: since(2027),
      sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
    })
    expect(headers['link']).toContain('/docs/deprecations>; rel="deprecation"; type="text/html"')
  })

  it('announces the operation on a problem', async () => {
    const { status, headers } = await send({ path: '/tags/?limit=x' })
    expect(status).toBe(400)
    expect(headers).toMatchObject({ deprecation: since(2027) })
  })

  it('announces a parameter to a request that has it', async () => {
    const without = await send({ path: '/artists/' })
    expect(without.headers).not.toHaveProperty('deprecation')
    const given = await send({ path: '/artists/?name=a' })
    expect(given.headers).toMatchObject({ deprecation: since(2028) })
  })

  it('names both in the index', async () => {
    expect((await send({ path: '/' })).json()).toMatchObject({
      deprecations: [
        {
          kind: 'operation',
          name: 'listTags',
          since: '2027-01-01',
          sunset: '2028-01-01',
          operations: ['listTags'],
        },
        { kind: 'parameter', name: 'name', since: '2028-01-01', sunset: '2029-01-01' },
      ],
    })
  })
})
