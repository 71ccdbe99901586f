import { mkdir, rm } from 'node:fs/promises'
import { runProgram } from '../run-program.ts'
import type { Target } from '../sdk.ts'
import { jarOf } from './install-jar.ts'
import { refuseInventedModels } from './invented-models.ts'

/** It runs for seconds, too short a time for the compiler that makes the fastest code. */
export const QUICK_START = '-XX:TieredStopAtLevel=1'

/**
 * Makes a client anew.
 * @param settings arguments of the command: which of its generators, set how.
 * @param folder the one that openapi-generator is installed into (install-jar.ts).
 */
export async function generateClient(
  settings: readonly string[],
  { document, output }: Target,
  folder: string,
): Promise<void> {
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const generate = [QUICK_START, '-Dlog.level=warn', '-jar', jarOf(folder), 'generate']
  const files = ['--input-spec', document, '--output', output]
  await runProgram('java', [...generate, ...settings, ...files], folder)
  await refuseInventedModels({ document, output })
}
