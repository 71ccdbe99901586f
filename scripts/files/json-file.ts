import { Problem, type ProblemError } from '../../src/problems/problem.ts'
import { readJsonObject } from '../../src/request-body/json.ts'
import { splitLines } from '../../src/request-body/lines.ts'
import { quotedCell } from './cell-text.ts'
import { ImportError, isFields, type Cell, type RowError, type SourceRow } from './row.ts'

/** One that never ends must not fill the memory. */
const MAX_LINE_BYTES = 1_048_576
const LIMITS = {
  lines: Infinity,
  emptyLines: Infinity,
  bytes: Infinity,
  lineBytes: MAX_LINE_BYTES,
}

/** One JSON object a line. */
export async function* ndjsonRows(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<ObjectRow | RowError> {
  for await (const { no: line, bytes } of splitLines(chunks, LIMITS))
    yield bytes === undefined
      ? { line, error: 'the line is longer than 1 MiB' }
      : readLine(line, bytes)
}

type ObjectRow = Extract<SourceRow, { object: unknown }>

function readLine(line: number, bytes: Buffer): ObjectRow | RowError {
  try {
    return { line, object: readJsonObject(bytes, MAX_LINE_BYTES) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { line, error: reasonOf(error) }
  }
}

/**
 * A problem of a line in one sentence for each place, such as `artwork.price: It must be a number.`
 * @param cells the line, if its values are those of cells, which are quoted.
 */
export function reasonOf({ errors, message }: Problem, cells?: object): string {
  return errors.length === 0 ? message : errors.map((error) => placeText(error, cells)).join(' ')
}

export function placeText({ pointer = '', detail }: ProblemError, cells?: object): string {
  if (pointer === '') return detail
  const path = pointer.slice(1).split('/')
  const value = cells && valueAt(cells, path)
  const isShown = typeof value === 'string' || typeof value === 'number'
  return `${path.join('.')}: ${isShown ? `${quotedCell(String(value))}: ` : ''}${detail}`
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (each, name) =>
      typeof each === 'object' && each !== null
        ? (each as Record<string, unknown>)[name]
        : undefined,
    value,
  )
}

/** JSON is read at once. */
const MAX_JSON_BYTES = 67_108_864

/**
 * The entries of one JSON value: of an array, of an object whose only array of objects it is, or of an object of
 * objects, whose names are under `key`. Lines are counted by entry.
 * @throws {ImportError} for other JSON.
 */
export async function* jsonRows(chunks: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  let text = ''
  for await (const part of chunks) {
    text += part
    if (text.length > MAX_JSON_BYTES) {
      throw new ImportError(
        'The file has more than 64 MiB of JSON. Save it as NDJSON: one object a line.',
      )
    }
  }
  const entries = entriesOf(parseJson(text))
  for (const [at, object] of entries.entries()) {
    if (isFields(object)) yield { line: at + 1, object }
    else yield { line: at + 1, error: 'It must be an object.' }
  }
}

function parseJson(text: string): unknown {
  try {
    // An array is no body of a request, so it is read as the member of one.
    return readJsonObject(Buffer.from(`{"":${text}}`), MAX_JSON_BYTES)['']
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new ImportError(
      `The file cannot be read as JSON: ${reasonOf(error)} Nothing was changed.`,
    )
  }
}

function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  const members = isFields(value) ? Object.entries(value) : []
  const lists = members.flatMap(([, list]) =>
    Array.isArray(list) && list.length > 0 && list.every(isFields) ? [list] : [],
  )
  const [list, ...others] = lists
  if (list !== undefined && others.length === 0) return list
  if (members.length > 0 && members.every(([, member]) => isFields(member)))
    return members.map(([key, member]) => ({ key, ...(member as object) }))
  throw new ImportError(
    'The file is JSON, but no array of objects, no object with one such array, and no object of objects. Nothing was changed.',
  )
}

/** The members of an object by name, those of objects in it by their path. */
export function cellsOf(object: object, above = ''): [string, Cell][] {
  return Object.entries(object).flatMap(([name, value]) =>
    isFields(value) ? cellsOf(value, `${above}${name}.`) : [[`${above}${name}`, value as Cell]],
  )
}
