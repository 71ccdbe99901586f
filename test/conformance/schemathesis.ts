import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { installRequirements, runPython } from '../sdks/python/virtual-environment.ts'
import type { ScratchService } from '../sdks/scratch-service.ts'
import type { Verdict } from './verdict.ts'

/** Of each operation and phase; with three times as many it takes more than two minutes on two cores. */
const EXAMPLES = '20'
/** The same requests every time, so that a failure is met again. */
const SEED = '1'
/**
 * By design, a POST that is repeated with its Idempotency-Key gets its first answer, even when the record
 * has been deleted since. Schemathesis repeats keys, and would take that record for one that was lost.
 */
const LEFT_OUT = 'ensure_resource_availability'

/**
 * Schemathesis with every check but one, as schemathesis.toml and schemathesis_hooks.py set it.
 * @param name of a document that the service publishes, such as `v1.json`.
 */
export async function runSchemathesis(
  name: string,
  { url, key, folder }: ScratchService,
): Promise<Verdict> {
  const here = path.join(projectRoot(), 'test/conformance')
  const installed = path.join(projectRoot(), '.data/conformance/schemathesis')
  await installRequirements(path.join(here, 'requirements.txt'), installed)
  // Its configuration names the hooks as a file in the folder that it runs in.
  for (const file of ['schemathesis.toml', 'schemathesis_hooks.py']) {
    await copyFile(path.join(here, file), path.join(folder, file))
  }
  const document = `${url}/openapi/${name}`
  const settings = ['--seed', SEED, '--max-examples', EXAMPLES, '--checks', 'all', '--no-color']
  const header = ['--exclude-checks', LEFT_OUT, '--header', `Authorization: Bearer ${key}`]
  const args = ['-m', 'schemathesis.cli', 'run', document, '--url', `${url}/api/v1`]
  const found = { tool: 'Schemathesis', passed: 0, failed: 0, skipped: 0 }
  try {
    const output = await runPython(installed, [...args, ...settings, ...header], folder)
    return { ...found, passed: 1, text: summaryOf(output) }
  } catch (error) {
    return { ...found, failed: 1, text: error instanceof Error ? error.message : String(error) }
  }
}

/** Its last lines, which count the requests. */
function summaryOf(output: string): string {
  const [generated = ''] = /^.*\d+ generated.*$/m.exec(output) ?? []
  return generated.trim()
}
