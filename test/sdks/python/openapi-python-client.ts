import { cp, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import type { Sdk, Target } from '../sdk.ts'
import { installRequirements, runPython } from './virtual-environment.ts'

const SOURCES = path.join(projectRoot(), 'test/sdks/python/openapi-python-client')
const PACKAGE = 'art_marketplace'

/**
 * It generates invalid modules for an operation with two media types of the body (its issue 1451), so config.json
 * maps one of them to an ignored type. `mypy --strict` checks the package except client.py, which does not depend
 * on the document and has errors.
 */
export const openapiPythonClient: Sdk = {
  generator: 'openapi-python-client',
  version: '0.29.1',
  language: 'Python',
  note: 'mypy --strict; content_type_overrides treat merge-patch+json as JSON (issue 1451 of the generator); it leaves importExchangeRates out',
  noBatch: 'it leaves the operations out',
  programs: ['python3'],
  install: (folder) => installRequirements(path.join(SOURCES, 'requirements.txt'), folder),
  build: async (target, folder) => {
    await generate(target, folder)
    await cp(SOURCES, target.output, { recursive: true })
    await runPython(folder, ['-c', IMPORT_ALL], target.output)
    await runPython(folder, [...MYPY, ...CHECKED], target.output)
  },
  run: async ({ output }, folder, args) => {
    await runPython(folder, ['main.py', ...args], output)
  },
}

const IMPORT_ALL = `
import importlib, pkgutil, ${PACKAGE} as package
for module in pkgutil.walk_packages(package.__path__, "${PACKAGE}."):
    importlib.import_module(module.name)
`
const MYPY = ['-m', 'mypy', '--config-file=', '--strict', '--follow-imports=silent']
const PROGRAM = ['main.py', 'artworks.py', 'events.py', 'expect.py', 'sale.py']
const CHECKED = [...PROGRAM, `${PACKAGE}/api`, `${PACKAGE}/models`]

async function generate({ document, output }: Target, folder: string): Promise<void> {
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const args = ['--path', document, '--output-path', PACKAGE, '--meta', 'none']
  const config = ['--config', path.join(SOURCES, 'config.json')]
  const printed = await runPython(
    folder,
    ['-m', 'openapi_python_client', 'generate', ...args, ...config],
    output,
  )
  rejectWarnings(printed)
}

/** It omits unsupported operations with only a warning. */
function rejectWarnings(printed: string): void {
  if (/\b(?:WARNING|ERROR)\b/.test(printed)) throw new Error(printed)
}
