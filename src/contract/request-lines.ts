import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Readable } from 'node:stream'
import { memoizeByObject } from '../cache/memoize.ts'
import { invalidBody } from '../request-body/body-error.ts'
import { readJsonObject } from '../request-body/json.ts'
import { addContractKeywords, addRequestFormats } from '../request-body/contract-keywords.ts'
import { gunzip } from '../request-body/gunzip.ts'
import { lineTooLong, MAX_BYTES, splitLines } from '../request-body/lines.ts'
import type { ContentCoding } from '../request-body/media-type.ts'
import { bodyErrors } from '../request-body/schema-errors.ts'
import {
  contract,
  NDJSON_TYPE,
  resolve,
  type Operation,
  type RequestBody,
  type Schema,
} from './document.ts'
import { maxPartsOf } from './request-parts.ts'

export interface RequestLine {
  /** From 1. */
  readonly no: number
  /** In bytes. */
  readonly length: number
  /** @throws 400 for a line that is no JSON object, 413 for one that is too long. */
  parse(): Record<string, unknown>
  /** Validates the parsed line. @throws 400 naming the invalid places. */
  requireValid(value: Record<string, unknown>): void
}

/**
 * The lines of the body of an operation that reads lines of JSON, as they arrive.
 * @throws 413 after the last line that the limits allow, and the errors of the stream.
 */
export async function* requestLines(
  operation: Operation,
  stream: Readable,
  coding: ContentCoding,
): AsyncGenerator<RequestLine> {
  const { maxParts, requireValid } = lineSchemaOf(operation)
  // Stays open when a limit ends the lines, because the response still needs the connection.
  const body = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  for await (const { no, bytes } of splitLines(
    coding === 'gzip' ? gunzip(body, MAX_BYTES) : body,
  )) {
    yield {
      no,
      length: bytes?.length ?? 0,
      parse: () => {
        if (bytes === undefined) throw lineTooLong()
        return readJsonObject(bytes, maxParts)
      },
      requireValid,
    }
  }
}

const CONTRACT_ID = 'contract'

const lineSchemaOf = memoizeByObject((operation: Operation) => {
  const { content } = resolve<RequestBody>(operation.requestBody as RequestBody)
  const schema = content[NDJSON_TYPE]?.schema.contentSchema ?? {}
  return { maxParts: maxPartsOf(schema), requireValid: lineValidator(schema) }
})

/**
 * A function that validates a line, compiled once for each schema.
 * @param schema may refer to schemas of the contract.
 * @returns a function that throws 400 naming the invalid places.
 */
export const lineValidator: (schema: Schema) => (value: Record<string, unknown>) => void =
  memoizeByObject((schema) => {
    const ajv = new Ajv2020({
      strict: false,
      validateSchema: false,
      allErrors: true,
      verbose: true,
    })
    // Within the contract, so that its references have their meaning.
    const withLine = { ...contract, $id: CONTRACT_ID, line: schema }
    addContractKeywords(addRequestFormats(ajv)).addSchema(withLine)
    const validate = ajv.compile({ $ref: `${CONTRACT_ID}#/line` })
    const serverFields = new Set<string>()
    return (value) => {
      if (!validate(value)) throw invalidBody(bodyErrors(validate.errors ?? [], serverFields, ''))
    }
  })
