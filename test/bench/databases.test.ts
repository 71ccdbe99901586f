import type pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import {
  createDatabase,
  dropDatabase,
  hasDatabase,
  withClient,
} from './database/bench-database-queries.ts'
import { requireOwn } from './database/own-database.ts'
import { onCopy, siblingOf } from './database/sibling-database.ts'

const SIZE = { artworks: 10, events: 2 }

const serverUrl = inject('testServerUrl').replace('DATABASE', 'postgres')

/** A new, empty database. @returns its URL. */
async function emptyDatabase(name: string): Promise<string> {
  await createDatabase(serverUrl, name)
  onTestFinished(() => dropDatabase(serverUrl, name))
  return inject('testServerUrl').replace('DATABASE', name)
}

function run(url: string, text: string): Promise<pg.QueryResult> {
  return withClient(url, (client) => client.query(text))
}

describe('requireOwn', () => {
  it('marks an empty database, and accepts it from then on', async () => {
    const url = await emptyDatabase('bench_test_own')
    await requireOwn(url, SIZE)
    await run(url, 'CREATE TABLE artworks (id integer)')
    await requireOwn(url, SIZE)
  })

  it('rejects a database with other tables', async () => {
    const url = await emptyDatabase('bench_test_foreign')
    await run(url, 'CREATE TABLE theirs (id integer)')
    await expect(requireOwn(url, SIZE)).rejects.toThrow('was not filled by the bench')
  })

  it('rejects a catalogue of another size', async () => {
    const url = await emptyDatabase('bench_test_size')
    await requireOwn(url, SIZE)
    await expect(requireOwn(url, { artworks: 10, events: 3 })).rejects.toThrow(
      'give --artworks 10 --events 2',
    )
  })
})

describe('onCopy', () => {
  it('copies the data, accepts writes, and drops the copy', async () => {
    const url = await emptyDatabase('bench_test_copied')
    await requireOwn(url, SIZE)
    await run(url, 'CREATE TABLE artworks AS SELECT 1 AS id')
    const { name } = siblingOf(url, 'copy')
    const failing = onCopy(url, async (copyUrl) => {
      await run(copyUrl, 'INSERT INTO artworks SELECT id + 1 FROM artworks')
      expect((await run(copyUrl, 'SELECT FROM artworks')).rowCount).toBe(2)
      throw new Error('on the way')
    })
    await expect(failing).rejects.toThrow('on the way')
    expect((await run(url, 'SELECT FROM artworks')).rowCount).toBe(1)
    expect(await hasDatabase(url, name)).toBe(false)
  })

  it('replaces only a copy of the bench', async () => {
    const url = await emptyDatabase('bench_test_left')
    await requireOwn(url, SIZE)
    const leftUrl = await emptyDatabase('bench_test_left_bench_copy')
    await expect(onCopy(url, async () => {})).rejects.toThrow("is not the bench's")
    await requireOwn(leftUrl, SIZE)
    expect(await onCopy(url, async (copyUrl) => copyUrl)).toBe(leftUrl)
  })
})

describe('siblingOf', () => {
  it('changes only the name in the URL', () => {
    expect(siblingOf('postgresql://u:p%40@h:1/my%20db?sslmode=require', 'copy')).toEqual({
      url: 'postgresql://u:p%40@h:1/my%20db_bench_copy?sslmode=require',
      name: 'my db_bench_copy',
    })
    expect(() => siblingOf('postgresql://u@h', 'copy')).toThrow('must name a database')
  })
})
