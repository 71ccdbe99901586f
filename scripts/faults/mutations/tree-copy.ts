import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import type { Mutation } from './mutation.ts'

/** All that a test needs, but what is installed. */
const COPIED = [
  'src',
  'scripts',
  'test',
  'generated',
  'openapi',
  'dist',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'vitest.config.ts',
  'vitest.faults.config.ts',
  'README.md',
  'CHANGELOG.md',
]

/** Runs `use` with a copy of the project's tree, which is removed afterwards. */
export async function withTreeCopy<Result>(
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-mutations-'))
  try {
    for (const name of COPIED) {
      await cp(path.join(projectRoot(), name), path.join(folder, name), { recursive: true })
    }
    await symlink(path.join(projectRoot(), 'node_modules'), path.join(folder, 'node_modules'))
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs `use` while the mutation is in the copy. @throws where its text does not occur there once. */
export async function withMutation<Result>(
  folder: string,
  { file, before, after }: Mutation,
  use: () => Promise<Result>,
): Promise<Result> {
  const place = path.join(folder, file)
  const text = await readFile(place, 'utf8')
  const times = text.split(before).length - 1
  if (times !== 1) throw new Error(`${file} has "${before}" ${times} times`)
  await writeFile(
    place,
    text.replace(before, () => after),
  )
  try {
    return await use()
  } finally {
    await writeFile(place, text)
  }
}
