import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { restoreLinks } from '../../src/database/embedded-server.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-links-'))
  await mkdir(path.join(folder, 'native/lib'), { recursive: true })
  await writeFile(path.join(folder, 'native/lib/libpq.so.5.18'), 'library')
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }))
  await writeFile(path.join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('restoreLinks creates the links of a package once, also when called concurrently', async () => {
  await Promise.all([restoreLinks(folder), restoreLinks(folder)])
  await restoreLinks(folder)
  for (const name of ['libpq.so', 'libpq.so.5']) {
    const link = path.join(folder, 'native/lib', name)
    expect(await readlink(link)).toBe('libpq.so.5.18')
    expect(await readFile(link, 'utf8')).toBe('library')
  }
})
