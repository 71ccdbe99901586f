import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Readable } from 'node:stream'
import { memoizeByObject } from '../cache/memoize.ts'
import { invalidBody } from '../request-body/body-error.ts'
import { readJsonObject } from '../request-body/json.ts'
import { lineTooLong, splitLines } from '../request-body/lines.ts'
import { addMaximumDecimals } from '../request-body/maximum-decimals.ts'
import { bodyErrors } from '../request-body/schema-errors.ts'
import {
  contract,
  NDJSON_TYPE,
  resolve,
  type Operation,
  type RequestBody,
  type Schema,
} from './document.ts'
import { addRequestFormats } from './formats.ts'
import { maxPartsOf } from './request-parts.ts'

/** A line of a request body. */
export interface RequestLine {
  /** From 1. */
  readonly no: number
  /** In bytes. */
  readonly length: number
  /**
   * Parses and validates the line.
   * @throws 400 naming the invalid places, 413 for a line that is too long.
   */
  read(): Record<string, unknown>
}

/**
 * The lines of the body of an operation that reads lines of JSON, as they arrive.
 * @throws 413 after the last line that the limits allow, and the errors of the stream.
 */
export async function* requestLines(
  operation: Operation,
  stream: Readable,
): AsyncGenerator<RequestLine> {
  const read = readerOf(operation)
  for await (const { no, bytes } of splitLines(stream)) {
    yield {
      no,
      length: bytes?.length ?? 0,
      read: () => {
        if (bytes === undefined) throw lineTooLong()
        return read(bytes)
      },
    }
  }
}

const CONTRACT_ID = 'contract'

const readerOf = memoizeByObject((operation: Operation) => {
  const { content } = resolve<RequestBody>(operation.requestBody as RequestBody)
  const schema = content[NDJSON_TYPE]?.schema.contentSchema ?? {}
  const requireValid = lineValidator(schema)
  const maxParts = maxPartsOf(schema)
  return (bytes: Buffer): Record<string, unknown> => {
    const value = readJsonObject(bytes, maxParts)
    requireValid(value)
    return value
  }
})

/**
 * A function that validates a line.
 * @param schema may refer to schemas of the contract.
 * @returns a function that throws 400 naming the invalid places.
 */
export function lineValidator(schema: Schema): (value: Record<string, unknown>) => void {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, verbose: true })
  // Within the contract, so that its references have their meaning.
  const withLine = { ...contract, $id: CONTRACT_ID, line: schema }
  addMaximumDecimals(addRequestFormats(ajv)).addSchema(withLine)
  const validate = ajv.compile({ $ref: `${CONTRACT_ID}#/line` })
  const serverFields = new Set<string>()
  return (value) => {
    if (!validate(value)) throw invalidBody(bodyErrors(validate.errors ?? [], serverFields, ''))
  }
}
