import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { installRequirements, runPython } from '../sdks/python/virtual-environment.ts'
import type { ScratchService } from '../sdks/scratch-service.ts'
import type { Verdict } from './verdict.ts'

/** Per operation and phase; three times as many take more than two minutes on two cores. */
const EXAMPLES = '20'
/** A constant seed, so that a failure is reproducible. */
const SEED = '1'
/**
 * By design, a POST that is repeated with its Idempotency-Key gets its first response, even after the deletion of
 * the record. Schemathesis repeats keys, and would report that record as lost.
 */
const EXCLUDED_CHECK = 'ensure_resource_availability'

/**
 * Schemathesis with every check except one, configured by schemathesis.toml and schemathesis_hooks.py.
 * @param name of a published document, such as `v1.json`.
 */
export async function runSchemathesis(
  name: string,
  { url, key, folder }: ScratchService,
): Promise<Verdict> {
  const here = path.join(projectRoot(), 'test/conformance')
  const installed = path.join(projectRoot(), '.data/conformance/schemathesis')
  await installRequirements(path.join(here, 'requirements.txt'), installed)
  // The configuration refers to the hooks in the working folder.
  for (const file of ['schemathesis.toml', 'schemathesis_hooks.py']) {
    await copyFile(path.join(here, file), path.join(folder, file))
  }
  const document = `${url}/openapi/${name}`
  const settings = ['--seed', SEED, '--max-examples', EXAMPLES, '--checks', 'all', '--no-color']
  const header = ['--exclude-checks', EXCLUDED_CHECK, '--header', `Authorization: Bearer ${key}`]
  const args = ['-m', 'schemathesis.cli', 'run', document, '--url', `${url}/api/v1`]
  const found = { tool: 'Schemathesis', passed: 0, failed: 0, skipped: 0 }
  try {
    const output = await runPython(installed, [...args, ...settings, ...header], folder)
    return { ...found, passed: 1, text: summaryOf(output) }
  } catch (error) {
    return { ...found, failed: 1, text: error instanceof Error ? error.message : String(error) }
  }
}

/** The line with the number of requests. */
function summaryOf(output: string): string {
  const [generated = ''] = /^.*\d+ generated.*$/m.exec(output) ?? []
  return generated.trim()
}
