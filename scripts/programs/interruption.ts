const controller = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => controller.abort(new Error(`ended by ${name}`)))
}

/** Aborted by a signal to end this process, which then stops its programs and cleans up. */
export const interruption = controller.signal
