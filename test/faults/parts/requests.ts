import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  validatorOf,
  type Validator,
} from '../../../scripts/contract/validate/validate-response.ts'
import { httpClient } from '../../../scripts/contract/http-client.ts'
import { makeKey } from '../../../scripts/keys/make-key.ts'
import { responseParser, type RawResponse } from '../../http/response-parser.ts'
import { creation, WRITTEN_KINDS } from '../load/record-requests.ts'
import { none, atLeast, atMost, type Finding } from '../report/finding.ts'
import {
  bytesOf,
  gatherKnowledge,
  requestSource,
  type Knowledge,
  type Request,
} from '../requests/generate.ts'
import { HOSTILE_BYTES } from '../requests/hostile-values.ts'
import { statusText } from '../load/tally.ts'
import { readMetric } from '../system/metrics.ts'
import type { World } from '../world.ts'

const CONNECTIONS = 6
/** The number of pipelined requests on one connection. */
const PIPELINED = 8

/**
 * Statuses of requests rejected before they reach an operation (the contract's section "Errors", and its responses 414
 * and 431): such a response is validated by the rules for every response.
 */
const BEFORE_OPERATIONS = new Set([408, 414, 417, 431])

interface Found {
  readonly statuses: Map<number, number>
  /** Violations of the contract, and responses with 500. */
  readonly faults: string[]
  responses: number
}

/** Requests generated from the contract, each response validated against it. */
export function tryRequests(world: World): Promise<Finding[]> {
  return world.withService(async (service) => {
    const { sizes, seed } = world.options
    const knowledge = await knowledgeOf(world, service.url)
    const found: Found = { statuses: new Map(), faults: [], responses: 0 }
    const requested = new Set<string>()
    const validator = validatorOf(knowledge.contract)
    const batches = batchesOf(requestSource(knowledge, seed), sizes.requests)
    const work = async (): Promise<void> => {
      for (const batch of batches) {
        world.signal.throwIfAborted()
        const responses = await sendPipelined(service.url, batch)
        for (const [at, request] of batch.entries()) {
          const { method, url } = request
          requested.add(`${method} ${knowledge.contract.findPath(url)?.template ?? ''}`)
          validate(found, validator, request, responses[at] ?? 'none')
        }
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, work))
    await sleep(100)
    const left = knowledge.operations
      .map(({ operation: { method, template } }) => `${method} ${template}`)
      .filter((each) => !requested.has(each))
    const failures = ['response_validation_failures_total', 'validation_gap_total']
    return [
      atLeast(
        `responses to generated requests: ${statusText(found)}`,
        found.responses,
        sizes.requests,
      ),
      none('operations that no request was for', left),
      none('responses outside the contract, 500 or none at all', found.faults),
      ...(await Promise.all(
        failures.map(async (name) => atMost(name, await readMetric(service.adminUrl, name), 0)),
      )),
      atMost('ends of the service process', Number(service.hasEnded()), 0),
    ]
  })
}

/** The number of own events, which can be changed and deleted. */
const OWN_EVENTS = 300

async function knowledgeOf(world: World, url: string): Promise<Knowledge> {
  // A key of its own: the requests also create and replace keys.
  const key = await makeKey(world.databaseUrl, 'requests', ['artworks:write', 'events:write'])
  const { send, close } = httpClient(url, 8, 30_000)
  try {
    let highestId = 0
    for (let n = 0; n < OWN_EVENTS; n += 1) {
      const name = `Own ${world.options.seed} ${n}`
      const made = await send(creation(WRITTEN_KINDS.event, { ...world.partner, key }, name))
      highestId = (JSON.parse(made.text) as { id: number }).id
    }
    return await gatherKnowledge(send, { key, highestId })
  } finally {
    close()
  }
}

interface WireRequest extends Pick<Request, 'method' | 'url' | 'headers'> {
  readonly bytes: Buffer
}

/** A malformed request is a batch of its own: a following request could be read as a part of it. */
function* batchesOf(requestAt: (n: number) => Request, count: number): Generator<WireRequest[]> {
  for (let n = 0; n < count; n += PIPELINED) {
    const malformed = HOSTILE_BYTES[(n / PIPELINED) % (4 * HOSTILE_BYTES.length)]
    if (malformed !== undefined) {
      // Its response is validated by the rules for every response.
      yield [{ method: 'GET', url: '/', headers: {}, bytes: Buffer.from(malformed, 'latin1') }]
    }
    yield Array.from({ length: PIPELINED }, (_, at) => {
      const request = requestAt(n + at)
      return { ...request, bytes: bytesOf(request) }
    })
  }
}

/** @returns the responses in order, or why there is none. */
async function sendPipelined(
  url: string,
  requests: readonly WireRequest[],
): Promise<(RawResponse | string)[]> {
  const responses: (RawResponse | string)[] = []
  // Requests after a response that closed the connection are sent again.
  while (responses.length < requests.length) {
    const left = requests.slice(responses.length)
    const answers = await sendAll(url, left)
    // A later request that Node's parser rejects ends the connection a second after the responses before it. While this process
    // validates a long response, it may not have read them by then (RFC 9112, section 9.6).
    const isLost = left.length > 1 && typeof answers[0] === 'string'
    responses.push(...(isLost ? await sendAll(url, left.slice(0, 1)) : answers))
  }
  return responses
}

const TIMEOUT_MS = 20_000

/** @returns at least one: the responses until the connection was closed, or the reason for none. */
async function sendAll(
  url: string,
  requests: readonly WireRequest[],
): Promise<(RawResponse | string)[]> {
  const { hostname, port } = new URL(url)
  const responses: RawResponse[] = []
  const isHead = (): boolean => requests[responses.length]?.method === 'HEAD'
  const parse = responseParser(isHead, (response) => {
    // An informational response precedes the final one.
    if (response.status >= 200) responses.push(response)
  })
  const socket = connect(Number(port), hostname)
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no byte in ${TIMEOUT_MS} ms`)))
  socket.write(Buffer.concat(requests.map(({ bytes }) => bytes)))
  try {
    for await (const piece of socket as AsyncIterable<Buffer>) {
      parse(piece)
      if (responses.length === requests.length) break
    }
  } catch (error) {
    // An error of the connection has a code. It may be closed after any response.
    if (!Object.hasOwn(error as Error, 'code')) {
      return [
        ...responses,
        `${(error as Error).message}, after ${JSON.stringify(responses.at(-1))}`,
      ]
    }
  }
  return responses.length > 0 ? responses : ['closed without a response']
}

function validate(
  found: Found,
  validator: Validator,
  { method, url, headers: sent, bytes }: WireRequest,
  response: RawResponse | string,
): void {
  const { statuses, faults } = found
  found.responses += 1
  const report = (message: string): void => {
    const [line = ''] = bytes.toString('latin1').split('\r\n')
    faults.push(`${line.slice(0, 200)}: ${message}`)
  }
  if (typeof response === 'string') return report(response)
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  if (response.status === 500) report(response.text)
  const target = BEFORE_OPERATIONS.has(response.status) || !isReadable(url) ? '/' : url
  const verdict = validator({ method, url: target, sent, ...response })
  for (const { message, place } of verdict.errors.slice(0, 1)) report(`${message} (#${place})`)
}

/** A path that is not percent-encoded UTF-8 is outside the contract. */
function isReadable(url: string): boolean {
  try {
    return decodeURIComponent(url.replace(/\?.*/, '')) !== ''
  } catch {
    return false
  }
}
