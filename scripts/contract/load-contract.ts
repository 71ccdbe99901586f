import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { readContract, type Contract } from './validate/contract.ts'
import type { Document } from './validate/document.ts'
import type { Send } from './http-client.ts'
import type { ContractOptions } from './options.ts'

/** No case could run; the message has the remedy. */
export class CannotTry extends Error {}

const API = '/api/v1'
const DOCUMENT = '/openapi/v1.json'

/**
 * The document that the deployment publishes, or the one of `--document`.
 * @throws CannotTry when there is none, or it is none.
 */
export async function loadContract(options: ContractOptions, send: Send): Promise<Contract> {
  const { pathname } = new URL(options.baseUrl)
  const given = pathname.replace(/\/$/, '')
  if (options.document !== undefined) {
    return read(await readFrom(options.document), options.document, given)
  }
  const root = given.endsWith(API) ? given.slice(0, -API.length) : given
  return read(await fetchFrom(send, options.baseUrl, `${root}${DOCUMENT}`), DOCUMENT, root + API)
}

async function readFrom(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CannotTry(`--document cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

async function fetchFrom(send: Send, baseUrl: string, url: string): Promise<string> {
  const { origin } = new URL(baseUrl)
  const response = await send({ url }).catch((error: Error) => {
    const { code, message } = error.cause as NodeJS.ErrnoException
    const reason = code ?? message
    const advice = 'Is the service running there, and is --base-url right?'
    throw new CannotTry(`${origin} cannot be reached (${reason}). ${advice}`, { cause: error })
  })
  if (response.status === 200) return response.text
  const advice = 'Is --base-url right? Otherwise give the document by --document FILE.'
  throw new CannotTry(`${origin}${url} responds with ${response.status} and no document. ${advice}`)
}

function read(text: string, name: string, apiRoot: string): Contract {
  try {
    const document = (text.startsWith('{') ? JSON.parse(text) : parse(text)) as Document
    // It can be of any form, and YAML can have a number as its version.
    const version = String(
      (document as { openapi?: string | number } | null)?.openapi ?? 'without a version',
    )
    if (!version.startsWith('3.1.')) throw new Error(`it is OpenAPI ${version}`)
    return readContract(document, apiRoot)
  } catch (error) {
    const reason = (error as Error).message
    throw new CannotTry(`${name} is no OpenAPI 3.1 document: ${reason}`, { cause: error })
  }
}
