import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ImportError } from '../../../scripts/files/row.ts'
import { planImport, type ImportRequest } from '../../../scripts/import/plan-import.ts'
import { useFiles } from './support/files.ts'
import { URLS } from './support/import-into.ts'
import { carnegieWork, tateWork } from './support/works.ts'

const files = useFiles()
const plan = (request: ImportRequest) => planImport(request, URLS)
const good = Array.from({ length: 2_000 }, (_, id) => `${JSON.stringify(carnegieWork(`w${id}`))}\n`)
const gzip = gzipSync(good.join(''))
const damaged = Buffer.from(gzip)
damaged.fill(0x55, gzip.length / 2, gzip.length / 2 + 50)

const POINTER = `version https://git-lfs.github.com/spec/v1
oid sha256:adc4ec8e36e5daa334b1f58df3d769033fc49a76d5ac6a23dd62296018d1b4b6
size 72435007
`

/** No database is at hand: nothing can be changed by a file that does not pass. */
describe('a file of the wrong kind', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['empty', '', /is empty/],
    ['only blank lines', '\n \n', /text/],
    ['text', '# Real input\n\nData.\n', /begins with "# Real input/],
    ['an LFS pointer', POINTER, /Git LFS pointer.*git lfs pull/],
    ['a web page', '<!doctype html><html>', /web page/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /binary data/],
    ['a truncated gzip', gzip.subarray(0, gzip.length - 5), /truncated gzip/],
    ['a gzip cut after its header', gzip.subarray(0, 10), /truncated gzip/],
    ['a damaged gzip', damaged, /damaged gzip/],
    ['an empty gzip', gzipSync(''), /is empty/],
    ['another gzip inside', gzipSync(gzip), /binary data/],
    ['works of Tate', `${JSON.stringify(tateWork('A1'))}\n`, /begins with "{\\"acno/],
    ['one JSON array', JSON.stringify([carnegieWork('w1')]), /text/],
    ['a CSV', 'Date,USD,\n2026-04-13,1.1,\n', /begins with "Date,USD/],
  ])('is one clear error: %s', async (_, content, message) => {
    const error = await plan({ kind: 'carnegie', file: files.write(content) }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(ImportError)
    expect((error as Error).message).toMatch(message)
  })

  it.each<[string, string, RegExp?]>([
    ['text', 'Rates of today\n1.1\n'],
    ['other columns', 'Date,Dollar\n2026-04-13,1.1\n'],
    ['one currency twice', 'Date,USD,USD\n2026-04-13,1.1,1.2\n'],
    ['no row', 'Date,USD,\n'],
    ['an archive', 'PK\u0003\u0004\u0014 eurofxref.csv', /Found: a ZIP archive; unzip it first/],
    ['a header that is not closed', '"Date,USD,\n2026-04-13,1.1,\n'],
  ])('is an error for rates: %s', async (_, content, found = /Found: text/) => {
    const planned = plan({ kind: 'rates', file: files.write(content) })
    await expect(planned).rejects.toThrow(/is not what this import reads.*ECB/)
    await expect(planned).rejects.toThrow(found)
  })

  it('is an error when either file of the exhibitions is wrong', async () => {
    const museums = files.write('uid,title,event-location,lat,lon,tags\n1,A,,1,2,\n')
    const planned = plan({ kind: 'exhibitions', file: museums, museumsFile: museums })
    await expect(planned).rejects.toThrow(/exhibitions of lllist.eu/)
  })

  it('is an error when there is no file', async () => {
    const missing = plan({ kind: 'tate', file: '/nowhere/at/all' })
    await expect(missing).rejects.toThrow('/nowhere/at/all does not exist. Check the path.')
    const folder = mkdtempSync(path.join(path.dirname(files.write('')), 'folder-'))
    await expect(plan({ kind: 'tate', file: folder })).rejects.toThrow(/is a folder/)
    await expect(plan({ kind: 'tate', file: '/dev/null' })).rejects.toThrow(/a device/)
  })

  it('is no error when one row of it fits', async () => {
    const file = files.write(`#\n[]\n${JSON.stringify(carnegieWork('w1'))}`)
    await expect(plan({ kind: 'carnegie', file })).resolves.toBeDefined()
  })
})
