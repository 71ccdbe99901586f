import { copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { endOnSignal, readFlags } from './command-line.ts'
import { makeNpmPackages } from './packages/make-packages.ts'
import { makePythonClient } from './packages/python.ts'
import { missingPrograms } from './programs/missing-programs.ts'
import { RegistryUnreachable } from './programs/registry.ts'

/** `npm run packages`: what partners install, made of the same sources as the service. */
readFlags(`Usage: npm run packages

Makes the packages for partners in .data/packages: the TypeScript client, the contract runner, the mock and the
contract for npm install, and the Python client for pip install. Without Python 3 or its package index, the last one is
left out.`)
endOnSignal('packages')

const folder = path.join(projectRoot(), '.data/packages')
await rm(folder, { recursive: true, force: true })
for (const { file, unpackedBytes } of Object.values(await makeNpmPackages(folder))) {
  await offer(file, unpackedBytes)
}
const [missing] = await missingPrograms(['python3'])
if (missing === undefined) {
  await makePythonClient(path.join(folder, 'python')).then(
    ({ file, sizeBytes }) => offer(file, sizeBytes),
    (error: unknown) => {
      if (!(error instanceof RegistryUnreachable)) throw error
      console.log(`Without the Python client: ${error.message}.`)
    },
  )
} else console.log(`Without the Python client: ${missing} is not installed.`)

/** Copies a package to where all are, and prints its address and size. */
async function offer(file: string, bytes: number): Promise<void> {
  const copy = path.join(folder, path.basename(file))
  await copyFile(file, copy)
  console.log(`${copy} (${Math.ceil(bytes / 1024)} KiB)`)
}
