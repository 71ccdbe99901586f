import { copyFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OPERATIONS } from '../../generated/operations.ts'
import { projectRoot } from '../../src/config.ts'
import { contract } from '../../src/contract/document.ts'
import { installRequirements, runPython } from '../programs/virtual-environment.ts'

export interface Wheel {
  readonly file: string
  readonly sizeBytes: number
}

/**
 * Makes the Python client: openapi-python-client generates it, and the modules beside this file add pages, retries,
 * batches and errors. Its tools are installed in .data/python-client.
 * @param folder a new one, which the package is made in.
 * @throws RegistryUnreachable when the tools are not installed and the registry is unreachable.
 */
export async function makePythonClient(folder: string): Promise<Wheel> {
  const root = projectRoot()
  const sources = path.join(root, 'scripts/packages/python')
  const tools = path.join(root, '.data/python-client')
  await installRequirements(path.join(sources, 'requirements.txt'), tools)
  await mkdir(folder, { recursive: true })
  const document = ['--path', path.join(root, 'generated/v1.json')]
  const output = ['--output-path', 'art_marketplace', '--meta', 'none']
  const config = ['--config', path.join(sources, 'config.json')]
  const generator = ['-m', 'openapi_python_client', 'generate']
  await runPython(tools, [...generator, ...document, ...output, ...config], folder)
  await correctModules(path.join(folder, 'art_marketplace'))
  await runPython(tools, ['-m', 'ruff', 'check', '--quiet', '--fix', '--select=F401', '.'], folder)
  await cp(sources, folder, { recursive: true })
  await writeFile(path.join(folder, 'art_marketplace/_creations.py'), creations())
  await copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  await setVersion(path.join(folder, 'pyproject.toml'))
  await runPython(tools, ['-m', 'hatchling', 'build'], folder)
  const built = await readdir(path.join(folder, 'dist'))
  const file = path.join(folder, 'dist', built.find((name) => name.endsWith('.whl')) ?? '')
  return { file, sizeBytes: (await stat(file)).size }
}

/**
 * Removes the functions of snapshots, which read a whole list and none of its lines: snapshots.py has others.
 * Types a response without a body as None. The generator types it as Any, which hides the other types of an operation. The
 * value of a response can be None in any case. Also removes casts of named values, which mypy --strict calls redundant.
 * Joins the values of a list in a query: the generator sends each by itself, as if none had `explode: false`.
 */
async function correctModules(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.py')) continue
    const file = path.join(folder, name)
    if (name.endsWith('_snapshot.py')) {
      await rm(file)
      continue
    }
    const text = await readFile(file, 'utf8')
    const typed = text
      .replaceAll('cast(Any, None)', 'None')
      .replaceAll(/return cast\(\w+, value\)/g, 'return value')
      .replaceAll('Response[Any | Problem]', 'Response[None | Problem]')
      .replaceAll(/(Response\[|-> )Any \| (?=.*\bProblem\b)/g, '$1')
      .replaceAll(
        /(json_\w+)(\.append\(\w+\)\n+ +params\["\w+"\] = )\1$/gm,
        '$1$2$1 if isinstance($1, Unset) else ",".join($1)',
      )
    await writeFile(file, typed)
  }
}

/** A Python module with the paths whose POST takes an `Idempotency-Key`. */
function creations(): string {
  const paths = Object.values(OPERATIONS)
    .filter((operation) => 'header' in operation && operation.header === 'Idempotency-Key')
    .map((operation) => operation.path)
  return `"""The paths whose POST takes an Idempotency-Key, as a pattern."""

import re

CREATIONS = re.compile(r"(?:${paths.join('|')})$")
`
}

async function setVersion(file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('version = "0.0.0"', `version = "${contract.info.version}"`))
}
