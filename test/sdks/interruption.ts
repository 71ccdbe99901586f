const controller = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => controller.abort(new Error(`ended by ${name}`)))
}

/** Aborted when this process is asked to end: it stops what it runs, then closes what it started. */
export const interruption = controller.signal
