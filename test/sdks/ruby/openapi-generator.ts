import { cp, readdir } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { generateClient, installJar, VERSION } from '../openapi-generator/generator.ts'
import { runProgram } from '../../../scripts/programs/run-program.ts'
import type { Sdk } from '../sdk.ts'

const NAME = 'openapi-generator ruby'
const SOURCES = path.join(projectRoot(), 'test/sdks/ruby/openapi-generator')

export const openapiGeneratorRuby: Sdk = {
  generator: NAME,
  version: VERSION,
  language: 'Ruby',
  note: "library typhoeus, Debian's 1.4; every file loaded; times given as DateTime, as Time is sent in a form of its own",
  programs: ['java', 'python3', 'ruby'],
  libraries: { typhoeus: ['ruby', '-e', "require 'typhoeus'"] },
  install: installJar,
  build: async (target, folder) => {
    await generateClient(NAME, target, folder)
    const { output } = target
    await cp(SOURCES, output, { recursive: true })
    await ruby(['-e', "require 'art_marketplace'"], output)
    const programs = await readdir(SOURCES)
    for (const file of programs) await ruby(['-c', file], output)
  },
  run: async ({ output }, _, args) => {
    await ruby(['main.rb', ...args], output)
  },
}

async function ruby(args: readonly string[], cwd: string): Promise<void> {
  await runProgram('ruby', ['-I', 'lib', ...args], cwd)
}
