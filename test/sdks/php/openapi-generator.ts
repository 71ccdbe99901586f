import { cp, readdir } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { generateClient, installJar, VERSION } from '../openapi-generator/generator.ts'
import { runProgram } from '../../../scripts/programs/run-program.ts'
import type { Sdk } from '../sdk.ts'

const NAME = 'openapi-generator php'
const SOURCES = path.join(projectRoot(), 'test/sdks/php/openapi-generator')

/** Any notice of PHP, also about deprecated code, ends the program. */
const STRICT = ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr']

/** Loads every class of the client, so that link errors are found. */
const LOAD_ALL = `
require 'autoload.php';
$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator('lib'));
foreach ($files as $file) if ($file->getExtension() === 'php') require_once $file->getPathname();
`

export const openapiGeneratorPhp: Sdk = {
  generator: NAME,
  version: VERSION,
  language: 'PHP',
  note: "every file loaded with all warnings; Debian's Guzzle 7; booleans of a query need BOOLEAN_FORMAT_STRING in the default configuration",
  programs: ['java', 'php', 'python3'],
  libraries: {
    Guzzle: ['php', '-r', "require 'GuzzleHttp/autoload.php';"],
    'curl and mbstring of PHP': ['php', '-r', 'curl_init(); mb_strlen("");'],
  },
  install: installJar,
  build: async (target, folder) => {
    await generateClient(NAME, target, folder)
    const { output } = target
    await cp(SOURCES, output, { recursive: true })
    await runProgram('php', [...STRICT, '-r', LOAD_ALL], output)
    for (const file of await readdir(SOURCES)) {
      await runProgram('php', [...STRICT, '--syntax-check', file], output)
    }
  },
  run: async ({ output }, _, args) => {
    await runProgram('php', [...STRICT, 'main.php', ...args], output)
  },
}
