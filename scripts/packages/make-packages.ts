import path from 'node:path'
import { makeClient } from './client.ts'
import { makeContract } from './contract.ts'
import { makeContractRunner } from './contract-runner.ts'
import { makeMock } from './mock.ts'
import type { MadePackage } from './npm-package.ts'

/** The packages of npm, by the name of their folder. */
const NPM_PACKAGES = {
  client: makeClient,
  contract: makeContract,
  'contract-runner': makeContractRunner,
  mock: makeMock,
} as const

export type NpmPackages = Readonly<Record<keyof typeof NPM_PACKAGES, MadePackage>>

/** Makes the packages of npm. @param folder a new one, which they are made in and stay in. */
export async function makeNpmPackages(folder: string): Promise<NpmPackages> {
  const made: [string, MadePackage][] = []
  for (const [name, make] of Object.entries(NPM_PACKAGES)) {
    made.push([name, await make(path.join(folder, name))])
  }
  return Object.fromEntries(made) as NpmPackages
}
