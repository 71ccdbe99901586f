import type { Answer, Send } from './answer.ts'
import { ConnectionError } from './errors.ts'
import { mayRepeat } from './repetition.ts'
import { sendOnce, type Connection } from './send-once.ts'
import { backoffMs, pause, retryAfterMs } from './waiting.ts'

export interface Patience extends Connection {
  /** The maximum of retries. */
  readonly retries: number
  /** A longer `Retry-After` ends the retries. */
  readonly longestWaitMs: number
}

/**
 * Sends a request, and retries while that is safe and useful.
 * @returns the last response.
 * @throws ConnectionError when the last try got no response.
 */
export function sendPatiently(patience: Patience): Send {
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await outcomeOf(sendOnce(patience, request))
      const asked = 'headers' in outcome ? retryAfterMs(outcome.headers) : 0
      const isLast = attempt >= patience.retries || asked > patience.longestWaitMs
      if (isLast || !mayRepeat(request, outcome)) return answerOf(outcome)
      await pause(asked + backoffMs(attempt), request.signal)
    }
  }
}

async function outcomeOf(answer: Promise<Answer>): Promise<Answer | ConnectionError> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ConnectionError) return error
    throw error
  }
}

function answerOf(outcome: Answer | ConnectionError): Answer {
  if (outcome instanceof ConnectionError) throw outcome
  return outcome
}
