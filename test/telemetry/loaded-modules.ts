import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'

// The production service, which says at its end how many modules of OpenTelemetry it has loaded.

const STANDARD_ERROR = 2

process.on('exit', () => {
  const files = Object.keys(createRequire(import.meta.url).cache)
  const found = files.filter((file) => file.includes('@opentelemetry'))
  writeSync(STANDARD_ERROR, `Modules of OpenTelemetry: ${found.length}.\n`)
})

await import('../../src/main.ts')
