import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { PARTNER } from './partner.ts'
import { PROGRAM } from './program.ts'
import { runScript } from '../../../scripts/programs/run-program.ts'

const TSC = 'node_modules/typescript/bin/tsc'
const OPTIONS = (
  '--ignoreConfig --strict --skipLibCheck --target es2023 --lib es2023,dom,dom.iterable --types node ' +
  '--module nodenext --rewriteRelativeImportExtensions --rootDir . --outDir compiled'
).split(' ')

/**
 * Compiles a client together with a program that uses it, under `tsc --strict`.
 * @param usage see Generator.
 * @throws the output of the compiler.
 */
export async function compileClient(folder: string, usage: string): Promise<void> {
  await writeFile(path.join(folder, 'usage.ts'), usage)
  await writeFile(path.join(folder, 'partner.ts'), PARTNER)
  await writeFile(path.join(folder, 'program.ts'), PROGRAM)
  await runScript(path.join(projectRoot(), TSC), [...OPTIONS, 'program.ts'], folder)
}
