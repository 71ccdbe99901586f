import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ImportError } from './import-error.ts'

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

/**
 * The content of a file piece by piece, unpacked when it is gzip, whatever the file is called.
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
  // Whoever reads the last stream is told of an error in either.
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
