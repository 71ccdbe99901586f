import { setTimeout as sleep } from 'node:timers/promises'
import {
  validatorOf,
  type Validator,
} from '../../../scripts/contract/validate/validate-response.ts'
import { none, atLeast, atMost, type Finding } from '../report/finding.ts'
import { requestSource } from '../requests/generate.ts'
import { gatherKnowledge } from '../requests/knowledge.ts'
import { sendPipelined, type Exchange, type WireRequest } from '../requests/wire-client.ts'
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
    const knowledge = await gatherKnowledge(world, service.url)
    const found: Found = { statuses: new Map(), faults: [], responses: 0 }
    const requested = new Set<string>()
    const validator = validatorOf(knowledge.contract)
    const batches = batchesOf(requestSource(knowledge, seed), sizes.requests)
    const work = async (): Promise<void> => {
      for (const batch of batches) {
        world.signal.throwIfAborted()
        for (const each of await sendPipelined(service.url, batch)) {
          const { method, url } = each.request
          requested.add(`${method} ${knowledge.contract.findPath(url)?.template ?? ''}`)
          validate(found, validator, each)
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

/** A request that may not be pipelined is a batch of its own. */
function* batchesOf(
  requestAt: (n: number) => WireRequest,
  count: number,
): Generator<WireRequest[]> {
  let batch: WireRequest[] = []
  for (let n = 0; n < count; n += 1) {
    const request = requestAt(n)
    if (request.isAlone) {
      yield [request]
      continue
    }
    batch.push(request)
    if (batch.length < PIPELINED) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function validate(found: Found, validator: Validator, { request, response }: Exchange): void {
  const { statuses, faults } = found
  const { method, url, headers: sent, bytes } = request
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
