import { onSignal } from '../../src/server/lifecycle.ts'
import { INTERRUPTED } from '../command-line.ts'

const controller = new AbortController()
// A statement that waits for a lock does not see the first signal.
onSignal((name) => controller.abort(new Error(`ended by ${name}`)), INTERRUPTED)

/** Aborted by a signal to end this process, which then stops its programs and cleans up. */
export const interruption = controller.signal
