import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { projectRoot } from '../../../src/config.ts'
import { documented } from '../documented.ts'
import type { Sdk, Target } from '../sdk.ts'
import { installRequirements, runPython } from '../../../scripts/programs/virtual-environment.ts'

const SOURCES = path.join(projectRoot(), 'test/sdks/python/openapi-python-client')
const NAME = 'openapi-python-client'
const PACKAGE = 'art_marketplace'

/** `mypy --strict` checks the package except client.py, which does not depend on the document and has errors. */
export const openapiPythonClient: Sdk = {
  generator: NAME,
  version: '0.29.1',
  language: 'Python',
  note: 'mypy --strict; needs the settings of clients.md; leaves out batches, importExchangeRates and the lines of snapshots: batches by the function of clients.md',
  programs: ['python3'],
  install: (folder) => installRequirements(path.join(SOURCES, 'requirements.txt'), folder),
  build: async (target, folder) => {
    await generate(target, folder)
    await cp(SOURCES, target.output, { recursive: true })
    await writeFile(path.join(target.output, 'batch.py'), documented(NAME, 'python'))
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
const PROGRAM = ['main.py', 'artworks.py', 'batch.py', 'events.py', 'expect.py', 'sale.py']
const CHECKED = [...PROGRAM, `${PACKAGE}/api`, `${PACKAGE}/models`]

/** The program prints warnings to standard error. */
const GENERATE = `
import runpy, sys
sys.stderr = sys.stdout
runpy.run_module("openapi_python_client", run_name="__main__")
`

async function generate({ document, output }: Target, folder: string): Promise<void> {
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const args = ['--path', document, '--output-path', PACKAGE, '--meta', 'none']
  const config = ['--config', path.join(SOURCES, 'config.json')]
  requireDocumentedWarnings(
    await runPython(folder, ['-c', GENERATE, 'generate', ...args, ...config], output),
  )
}

/** The operations that clients.md names as left out, in the order of the document. */
const LEFT_OUT = [
  'POST /marketplace-artworks/batch/',
  'POST /events/batch/',
  'POST /exchange-rates/',
]
/** It makes these operations without their response. */
const WITHOUT_RESPONSE = ['GET /marketplace-artworks/snapshot/', 'GET /events/snapshot/']
const IGNORED_BODIES = Array.from({ length: 9 }, () => 'Unsupported content type text/plain')

/** It leaves out operations and media types with only a warning. */
function requireDocumentedWarnings(printed: string): void {
  const leftOut = [...printed.matchAll(/^WARNING parsing (.+) within \w+\. Endpoint will not/gm)]
  const omitted = [
    ...printed.matchAll(/^WARNING parsing (.+) within \w+\.\n\nCannot parse response/gm),
  ]
  const ignored = printed.match(/^Unsupported content type text\/plain$/gm) ?? []
  const warnings = printed.match(/\b(?:WARNING|ERROR)\b/g)?.length
  const known = LEFT_OUT.length + WITHOUT_RESPONSE.length + IGNORED_BODIES.length
  const expected = [LEFT_OUT, WITHOUT_RESPONSE, IGNORED_BODIES, known]
  const operationsOf = (found: readonly RegExpMatchArray[]) => found.map(([, each]) => each)
  const found = [operationsOf(leftOut), operationsOf(omitted), ignored, warnings]
  if (!isDeepStrictEqual(found, expected)) throw new Error(printed)
}
