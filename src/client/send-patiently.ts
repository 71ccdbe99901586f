import type { Answer, Send } from './answer.ts'
import { ConnectionError } from './errors.ts'
import { mayRepeat } from './repetition.ts'
import { sendOnce, type Connection } from './send-once.ts'
import { backoffMs, pause, retryAfterMs } from './waiting.ts'

export interface Patience extends Connection {
  /** How often a request is sent again at most. */
  readonly retries: number
  /** A `Retry-After` that asks for a longer wait is not waited for. */
  readonly longestWaitMs: number
}

/**
 * Sends a request again while that is safe and promises something.
 * @returns the last answer, whatever it is.
 * @throws ConnectionError when the last try got none.
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
