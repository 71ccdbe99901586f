import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { connect } from '../../src/database/pool.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { send } from '../support/send.ts'
import { serviceAt } from './services.ts'

const test = useDatabase()

it('a running service reads a database that is restored under it', async () => {
  const { id } = await makeArtwork(test.db, { title: 'Before' })
  const [name = ''] = /test_\w+/.exec(test.url) ?? []
  const [copy, restored] = [`${name}_copy`, `${name}_restored`]
  // A database can be copied only without connections.
  const server = connect({
    ...connectionTo(test.url.replace(`/${name}?`, '/postgres?')),
    poolSize: 1,
  })
  const run = (statement: string) => sql.raw(statement).execute(server)
  const change = async (title: string): Promise<void> => {
    const db = connect({ ...connectionTo(test.url.replace(name, restored)), poolSize: 1 })
    await sql`UPDATE artworks SET title = ${title} WHERE id = ${id}`.execute(db)
    await sql`UPDATE galleries SET city = ${title}`.execute(db)
    await db.destroy()
  }
  await test.db.destroy()
  await run(`CREATE DATABASE ${copy} TEMPLATE ${name}`)
  await run(`CREATE DATABASE ${restored} TEMPLATE ${copy}`)
  const { app, close } = await serviceAt(test.url.replace(name, restored))
  const path = `/marketplace-artworks/${id}/`
  const shown = async () => {
    const { title, gallery } = (await send(app, { path })).json()
    return [title, (gallery as { city?: string } | undefined)?.city]
  }
  // Each lost connection fails one request.
  const untilAvailable = () => expect.poll(async () => (await send(app, { path })).status).toBe(200)
  for (const title of ['First', 'Other']) {
    await change(title)
    await untilAvailable()
    for (let time = 0; time < 3; time += 1) expect(await shown()).toEqual([title, title])
    await run(`DROP DATABASE ${restored} WITH (FORCE)`)
    await run(`CREATE DATABASE ${restored} TEMPLATE ${copy}`)
  }
  await change('Last')
  await untilAvailable()
  expect(await shown()).toEqual(['Last', 'Last'])
  await close()
  await run(`DROP DATABASE ${restored} WITH (FORCE)`)
  await run(`DROP DATABASE ${copy}`)
  await server.destroy()
  test.db = connect({ ...connectionTo(test.url), poolSize: 1 })
})
