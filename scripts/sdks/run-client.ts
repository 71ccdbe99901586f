import { apiRoot } from '../../src/contract/document.ts'
import { runScript } from './run-program.ts'
import type { ScratchService } from './scratch-service.ts'

/**
 * Runs the program that was compiled with a client (program.ts) against the service.
 * @throws with the first thing that was not as it should be.
 */
export async function runClient(folder: string, { url, key }: ScratchService): Promise<void> {
  await runScript('compiled/program.js', [`${url}${apiRoot}`, key], folder)
}
