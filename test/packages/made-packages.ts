import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeNpmPackages, type NpmPackages } from '../../scripts/packages/make-packages.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    packages: NpmPackages
  }
}

let folder: string

/** Makes the packages of npm, once for all tests. */
export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-packages-'))
  project.provide('packages', await makeNpmPackages(folder))
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}
