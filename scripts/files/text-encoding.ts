import { ImportError } from './row.ts'

// The bytes of a file as text, and text that another program has read in the wrong encoding.

/** Encodings without Unicode that software writes. Bytes do not tell which of them was meant, so the user says it. */
const LEGACY = (
  'windows-1252 windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 iso-8859-2 ' +
  'macintosh shift_jis gb18030 big5 euc-kr'
).split(' ')

/**
 * UTF-8, or UTF-16 by its byte order mark or its zero bytes.
 * @throws {ImportError} for other bytes, with a line of the file as several encodings read it.
 */
export async function encodingOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  let line = 1
  for await (const chunk of chunks) {
    const utf16 = isFirst ? utf16Of(chunk) : undefined
    if (utf16 !== undefined) return utf16
    isFirst = false
    try {
      line += lineEnds(decoder.decode(chunk, { stream: true }))
    } catch {
      throw undecodable(chunk, line)
    }
  }
  return 'utf-8'
}

/** UTF-16, if the first bytes of a file are. */
export function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (isUtf16(head, 0)) return 'utf-16le'
  return isUtf16(head, 1) ? 'utf-16be' : undefined
}

/** Whether the more significant bytes of the first characters, at even or odd places, are zero, after a mark or none. */
function isUtf16(chunk: Buffer, lowByte: 0 | 1): boolean {
  const mark = lowByte === 0 ? [0xff, 0xfe] : [0xfe, 0xff]
  if (chunk[0] === mark[0] && chunk[1] === mark[1]) return true
  const head = chunk.subarray(0, 200)
  const zeros = head.filter((byte, at) => byte === 0 && at % 2 !== lowByte).length
  return zeros > head.length / 4 && !head.some((byte, at) => byte === 0 && at % 2 === lowByte)
}

/** CR, LF and CR LF. */
function lineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

function undecodable(chunk: Buffer, firstLine: number): ImportError {
  if (chunk.includes(0)) {
    return new ImportError('The file has binary data, neither text nor gzip. Nothing was changed.')
  }
  const rows = chunk.toString('latin1').split(/\r\n|\r|\n/)
  const at = rows.findIndex((each) => decoded(Buffer.from(each, 'latin1'), 'utf-8') === undefined)
  const text = rows[Math.max(at, 0)] ?? ''
  // The readings differ from the first byte that is not ASCII.
  // oxlint-disable-next-line no-control-regex
  const start = Math.max(0, text.search(/[^\0-\x7f]/) - 20)
  const sample = Buffer.from(text.slice(start), 'latin1')
  const readings = new Map<string, string>()
  for (const encoding of LEGACY) {
    // Cut after decoding, as a letter can have two bytes.
    const reading = decoded(sample, encoding)?.slice(0, 40).trim()
    if (reading !== undefined && !readings.has(reading)) readings.set(reading, encoding)
  }
  const lines = Array.from(
    readings,
    ([reading, encoding]) => `  --encoding ${encoding.padEnd(12)}  ${reading}`,
  )
  return new ImportError(
    `The file is not valid UTF-8. Line ${firstLine + Math.max(at, 0)} has in other encodings:\n` +
      `${lines.join('\n')}\nAdd the right one to the command, or save the file as "CSV UTF-8", which an export needs. Nothing was changed.`,
  )
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** @throws {ImportError} for bytes that the encoding does not have. */
export async function* decodeChunks(
  chunks: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ImportError(`The file is not valid ${encoding}. Nothing was changed.`)
  }
}

/** @throws an error for a label that the Encoding Standard does not have. */
export function requireEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch {
    throw new Error(
      `--encoding is "${label}", which is no encoding. Valid are ${LEGACY.join(', ')} and others.`,
    )
  }
}
