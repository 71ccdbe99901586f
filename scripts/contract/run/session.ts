import { randomUUID } from 'node:crypto'
import type { Answer } from '../judge/answer.ts'
import type { Contract } from '../judge/contract.ts'
import { judgeOf, type Judge } from '../judge/judge.ts'
import type { Send } from '../http-client.ts'
import type { ContractOptions } from '../options.ts'

/** What all cases of one run share. */
export interface Session {
  readonly contract: Contract
  readonly options: ContractOptions
  readonly judge: Judge
  /** Counts, and otherwise just sends. */
  readonly send: Send
  /** Documented responses seen, as `listEvents 200`. */
  readonly reached: Set<string>
  /** Addresses that problems gave as their `type`. */
  readonly problemTypes: Set<string>
  /** Addresses of all records made, from the path on, whatever was said to have become of them. */
  readonly made: Set<string>
  /** Lists that something was posted to, from the path on. */
  readonly posted: Set<string>
  /** What records that are made are called; those of no other run are. */
  readonly title: string
  requests(): number
}

export function newSession(contract: Contract, options: ContractOptions, send: Send): Session {
  let count = 0
  const posted = new Set<string>()
  return {
    contract,
    options,
    judge: ignoring(withOwnIds(judgeOf(contract)), options.ignoredHeaders),
    send: (sent) => {
      count += 1
      if (sent.method === 'POST') posted.add(sent.url.replace(/\?.*/, ''))
      return send(sent)
    },
    reached: new Set(),
    problemTypes: new Set(),
    made: new Set(),
    posted,
    title: `Contract test ${randomUUID().slice(0, 8)}`,
    requests: () => count,
  }
}

/** Every answer has an id of its own, by which it is found in a log. */
function withOwnIds(judge: Judge): Judge {
  const seen = new Set<string>()
  return (answer: Answer) => {
    const { faults, reached } = judge(answer)
    const id = answer.headers['x-request-id'] ?? ''
    const message = `X-Request-Id is ${id}, as it was of another answer`
    const repeated = { message, place: '/components/headers/XRequestId' }
    const all = id !== '' && seen.has(id) ? [...faults, repeated] : faults
    seen.add(id)
    return { faults: all, reached }
  }
}

/** Without what is said of headers that are not the deployment's own. */
function ignoring(judge: Judge, headers: readonly string[]): Judge {
  if (headers.length === 0) return judge
  const names = new RegExp(`^(The header )?(${headers.join('|')})\\b`, 'i')
  return (answer: Answer) => {
    const { faults, reached } = judge(answer)
    return { faults: faults.filter(({ message }) => !names.test(message)), reached }
  }
}
