import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ReasonGroups } from '../../../scripts/import/reason-groups.ts'
import { useDatabase } from '../../support/database.ts'
import { makeGallery } from '../../support/make-gallery.ts'
import { root } from '../../support/repository.ts'
import { useFiles } from '../import/support/files.ts'
import { carnegieWork, tateWork } from '../import/support/works.ts'
import { rowVersions } from '../import/support/row-versions.ts'
import { exportText, importFile } from './support/import-file.ts'

const test = useDatabase()
const files = useFiles()

beforeAll(async () => {
  await makeGallery(test.db, { name: 'Quayside Editions' })
  // The user of the imports exists.
  await importFile(test.db, 'tags', files.write('name\nSeascape\n', 'tags.csv'))
})

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** `npm run import` in another process. */
function runImport(...args: readonly string[]): Promise<Ended> {
  const program = [
    '--import',
    path.join(root, 'test/processes/register-typescript.js'),
    path.join(root, 'scripts/import.ts'),
    ...args,
  ]
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: test.url,
    DATA_DIRECTORY: path.dirname(files.write('')),
  }
  return new Promise((resolve) => {
    execFile(process.execPath, program, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

const TABLE = 'SKU;Title;Medium;Price\nA-1;Kade;Ink;12,50\nA-2;Quay;;1.200\n'
const OPTIONS = [
  '--map',
  'external_id=SKU',
  '--set',
  'gallery=quayside editions',
  '--set',
  'units=cm',
  '--set',
  'category=Prints',
  '--set',
  'artists=[]',
]

describe('the command', () => {
  it('shows a preview, keeps the options, and ends with 1 and with what the public sees', async () => {
    const file = files.write(TABLE, 'stock.csv')
    const profile = `${file}.json`
    const versions = await rowVersions(test.db)
    const preview = await runImport('artworks', file, ...OPTIONS, '--profile', profile, '--preview')
    expect(preview.code).toBe(1)
    expect(preview.stdout).toMatch(
      /^ {2}line +2\n {2}external_id +A-1\n(.*\n)* {2}gallery +quayside editions \(1\)\n/,
    )
    expect(preview.stdout).not.toContain('\u001b')
    expect(preview.stderr).toMatch(/^1 row \(line 3\): price: "1\.200" is /)
    expect(preview.stderr).toMatch(/\nNext: npm run import -- artworks .* --numbers NOTATION\n/)
    expect(preview.stdout).toMatch(/no record was changed\n$/)
    expect(await rowVersions(test.db)).toEqual(versions)
    expect(existsSync(profile)).toBe(false)

    const first = await runImport('artworks', file, ...OPTIONS, '--profile', profile)
    expect(first).toMatchObject({
      code: 1,
      stdout: 'artworks: 2 read, 1 imported, 0 unchanged, 1 rejected; the public sees all 1\n',
    })
    const second = await runImport('artworks', file, '--profile', profile, '--numbers', 'comma')
    expect(second).toMatchObject({
      code: 0,
      stdout: 'artworks: 2 read, 1 imported, 1 unchanged, 0 rejected; the public sees all 2\n',
    })
    expect(JSON.parse(readFileSync(profile, 'utf8'))).toMatchObject({
      map: { external_id: 'SKU' },
      numbers: 'comma',
    })
    expect(await exportText(test.db, 'artworks', 'csv')).toMatch(
      /^\ufeffid,external_id,.*\r\n(.*\r\n)+$/,
    )

    writeFileSync(profile, '{"numbers": "both"}')
    const broken = await runImport('artworks', file, '--profile', profile)
    expect(broken.code).toBe(2)
    expect((await runImport('artworks', file, '--profile', path.dirname(file))).stderr).toMatch(
      /^--profile: .* cannot be read: EISDIR/,
    )
    const unkept = await runImport(
      'artworks',
      file,
      ...OPTIONS,
      '--profile',
      `${file}-none/kept.json`,
    )
    expect(unkept.stderr).toMatch(
      /The import is done, and only --profile .* cannot be written\.\n.*ENOENT/,
    )
    expect(broken.stderr).toMatch(/is no profile: --numbers is "both" but must be point or comma/)
  })
})

describe('each kind of publisher', () => {
  const museums =
    'uid,title,event-location,lat,lon,wikidata_id,link,tags\nm1,Moderna,,59.3,18,Q1,,\n'
  const shows =
    'uid,dt-created,dt-modified,event-dt-begin,event-dt-end,event-location,title,link\n' +
    's1,2012-02-11 15:58:19 GMT,2017-05-04 15:43:52 GMT,2012-02-11,2012-05-28,Moderna,A,\n'
  it.each([
    ['rates', 'Date,USD,GBP\n2026-04-13,1.1684,0.87058\n', []],
    ['carnegie', JSON.stringify(carnegieWork('c1')), []],
    ['tate', JSON.stringify(tateWork('T1')), []],
    ['exhibitions', shows, ['--museums', files.write(museums, 'museums.csv')]],
  ])('is imported by the command: %s', async (kind, content, args) => {
    expect(await runImport(kind, files.write(`${content}\n`), ...args)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${kind}: 1 read, 1 imported, 0 unchanged, 0 rejected\n`),
    })
  })
})

describe('equal reasons', () => {
  it('are one line with a count, whatever they quote', () => {
    const groups = new ReasonGroups()
    for (let line = 2; line < 1_892; line += 1)
      groups.add({
        line,
        externalId: undefined,
        reason: `gallery: No gallery has the id ${line}. title: "A ${line}" is wrong. title: "A ${line}" is wrong.`,
      })
    groups.add({ line: 7, externalId: undefined, reason: 'has 3 cells' })
    expect(groups.lines()).toEqual([
      '1,890 rows (line 2, 3, 4, …): gallery: No gallery has the id 2.',
      '1,890 rows (line 2, 3, 4, …): title: "A 2" is wrong. So also "A 3", "A 4", "A 5", "A 6", "A 7", "A 8", "A 9".',
      '1 row (line 7): has 3 cells',
    ])
  })
})
