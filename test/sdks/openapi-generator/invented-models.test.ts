import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rejectInventedModels } from './invented-models.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'invented-models-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

async function check(schemas: readonly string[], files: readonly string[]): Promise<void> {
  const document = path.join(folder, 'v1.json')
  const components = { schemas: Object.fromEntries(schemas.map((name) => [name, {}])) }
  await writeFile(document, JSON.stringify({ components }))
  await mkdir(path.join(folder, '.openapi-generator'))
  await writeFile(path.join(folder, '.openapi-generator/FILES'), `${files.join('\n')}\n`)
  await rejectInventedModels({ document, output: folder })
}

it('accepts models of the document with pages in any folder', async () => {
  await check(
    ['Event', 'EventPage', 'EventApiKey'],
    [
      'README.md',
      'docs/Event.md',
      'docs/EventsApi.md',
      'art_marketplace/docs/EventPage.md',
      'docs/EventApiKey.md',
      'docs/VenuesAPI.md',
      'docs/Model/Event.md',
      'docs/Api/VenuesApi.md',
      'models/EventVenue.ts',
    ],
  )
})

it('rejects models that the document does not name', async () => {
  await expect(
    check(['Event'], ['docs/Event.md', 'docs/EventVenue.md', 'client/docs/InlineObject1.md']),
  ).rejects.toThrow('Invented names: EventVenue, InlineObject1')
})

it('rejects a list without models', async () => {
  await expect(check(['Event'], ['docs/EventsApi.md'])).rejects.toThrow('There is no model.')
})
