import type { Sdk } from '../sdk.ts'
import { runScript } from '../run-program.ts'
import { compileClient } from './compile-client.ts'
import { refuseDuplicateNames } from './duplicate-names.ts'
import { generateClient } from './generate-client.ts'
import type { Generator } from './generator.ts'
import { installPackages } from './install-packages.ts'

/** A generator of the npm registry, whose client is compiled and run with the common program. */
export function typescriptSdk(generator: Generator): Sdk {
  const { name, version, note } = generator
  return {
    generator: name,
    version,
    language: 'TypeScript',
    note,
    programs: ['npm'],
    install: (folder) => installPackages(generator, folder),
    build: async (target, folder) => {
      await generateClient(generator, target, folder)
      await refuseDuplicateNames(target.output)
      await compileClient(target.output, generator.usage)
    },
    run: async ({ output }, _, args) => {
      await runScript('compiled/program.js', args, output)
    },
  }
}
