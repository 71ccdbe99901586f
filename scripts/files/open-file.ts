import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ImportError, shorten } from './row.ts'

/** @throws {ImportError} for a file that has no text of any encoding, or whose text is no table. */
export async function requireFile(file: string): Promise<void> {
  await requireRegularFile(file)
  const head = await readHead(file)
  const found = head.length === 0 ? EMPTY : knownContent(head.toString('utf8').trimStart())
  if (found === undefined) return
  throw new ImportError(
    `${path.basename(file)} cannot be imported. Found: ${found}. Nothing was changed.`,
  )
}

const HEAD_BYTES = 300
const SHOWN_CHARACTERS = 60

const EMPTY = 'nothing, it is empty'

/** Describes a file of an unexpected kind by its beginning. */
export async function describeContent(file: string): Promise<string> {
  const head = (await readHead(file)).subarray(0, HEAD_BYTES)
  if (head.length === 0) return EMPTY
  // A byte order mark is white space, too.
  const text = head.toString('utf8').trimStart()
  const other = isBinary(head)
    ? 'binary data, neither text nor gzip'
    : `text without a fitting row, which begins with ${JSON.stringify(shorten(text, SHOWN_CHARACTERS))}`
  return knownContent(text) ?? other
}

function knownContent(text: string): string | undefined {
  if (text.startsWith('version https://git-lfs.')) {
    return 'a Git LFS pointer in place of the file; fetch the file itself with "git lfs pull"'
  }
  if (text.startsWith('PK\u0003\u0004'))
    return 'a ZIP archive; unzip it first, or save the sheet of a workbook as "CSV UTF-8"'
  return text.startsWith('<') ? 'a web page or XML; download the raw file' : undefined
}

/** The first bytes of a file; none of an empty one. */
export async function readHead(file: string): Promise<Buffer> {
  for await (const chunk of openFile(file)) if (chunk.length > 0) return chunk
  return Buffer.alloc(0)
}

/** Text has no NUL, and few characters that are broken UTF-8: one where the head is cut off. */
function isBinary(head: Buffer): boolean {
  return head.includes(0) || (head.toString('utf8').match(/\uFFFD/g) ?? []).length > 3
}

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

/**
 * The content of a file piece by piece, unpacked when it is gzip, independent of its name.
 * @throws {ImportError} when it cannot be read to its end.
 */
export async function* openFile(file: string): AsyncGenerator<Buffer> {
  try {
    yield* (await isGzip(file)) ? gunzipped(file) : createReadStream(file)
  } catch (error) {
    throw readError(file, error)
  }
}

/** @throws {ImportError} unless the path names something that can be read twice. */
export async function requireRegularFile(file: string): Promise<void> {
  const status = await stat(file).catch((error: unknown) => {
    throw readError(file, error)
  })
  if (status.isFile()) return
  const found = status.isDirectory() ? 'a folder' : 'a pipe or a device'
  throw new ImportError(`${file} is ${found}. An import reads its file twice: give a regular file.`)
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.equals(GZIP_MAGIC)
  } finally {
    await handle.close()
  }
}

function gunzipped(file: string): AsyncIterable<Buffer> {
  // The reader of the last stream gets the errors of both.
  return pipeline(createReadStream(file), createGunzip(), () => {})
}

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist. Check the path.',
  EACCES: 'may not be read by this account.',
  Z_BUF_ERROR: 'is a truncated gzip: it ends too early. Download it again.',
  Z_DATA_ERROR: 'is a damaged gzip. Download it again.',
}

function readError(file: string, error: unknown): unknown {
  const problem = READ_ERRORS[(error as NodeJS.ErrnoException).code ?? '']
  return problem === undefined ? error : new ImportError(`${file} ${problem}`, { cause: error })
}
