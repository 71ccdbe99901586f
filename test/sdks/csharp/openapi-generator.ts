import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { generateClient, installJar, VERSION } from '../openapi-generator/generator.ts'
import { runProgram } from '../../../scripts/programs/run-program.ts'
import type { Sdk } from '../sdk.ts'

const NAME = 'openapi-generator csharp'
const SOURCES = path.join(projectRoot(), 'test/sdks/csharp/openapi-generator')

/** Debian's path; Mono's own libraries are next to the compiler. */
const JSON_NET = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll'
const SYSTEM_WEB = '/usr/lib/mono/4.5/System.Web.dll'
const LIBRARIES = [
  JSON_NET,
  'System.ComponentModel.DataAnnotations.dll',
  'System.Net.Http.dll',
  'System.Runtime.Serialization.dll',
  'System.Web.dll',
]

/** Code that needs an unavailable package, or a newer Json.NET than Debian's 6. */
const REMOVED: Readonly<Record<string, readonly [pattern: RegExp, replacement: string][]>> = {
  'Client/ApiClient.cs': [
    [/^using Polly;$/m, ''],
    [
      /if \(RetryConfiguration\.AsyncRetryPolicy != null\)\s*\{.*?\n {16}\}\n {16}else\s*(\{.*?\n {16}\})/s,
      '$1',
    ],
    [/ContractResolver = new DefaultContractResolver\s*\{.*?\}\s*\}\s*(?=\})/gs, ''],
  ],
  'Model/ArtworkSnapshotLine.cs': [[/^using JsonSubTypes;$/m, '']],
  'Model/BatchResponseLine.cs': [[/^using JsonSubTypes;$/m, '']],
  'Model/EventSnapshotLine.cs': [[/^using JsonSubTypes;$/m, '']],
  'Model/AbstractOpenAPISchema.cs': [
    [/ContractResolver = new DefaultContractResolver\s*\{.*?\}\s*\}\s*(?=\})/gs, ''],
  ],
}

export const openapiGeneratorCsharp: Sdk = {
  generator: NAME,
  version: VERSION,
  language: 'C#',
  note:
    "library httpclient for net48 with conditionalSerialization, on Mono 6 and Debian's Json.NET 6: " +
    'retries by Polly and the naming strategy taken out',
  noBatch: 'it sends every body as JSON',
  programs: ['java', 'mcs', 'mono', 'python3'],
  libraries: { 'Json.NET and System.Web of Mono': ['ls', JSON_NET, SYSTEM_WEB] },
  install: installJar,
  build: async (target, folder) => {
    await generateClient(NAME, target, folder)
    const client = path.join(target.output, 'src/ArtMarketplace')
    await removeCode(client)
    const references = LIBRARIES.map((library) => `-reference:${library}`)
    const mcs = ['-langversion:latest', ...references]
    const library = ['-target:library', '-warn:0', '-out:client.dll', `-recurse:${client}/*.cs`]
    await runProgram('mcs', [...mcs, ...library], target.output)
    const program = ['-warnaserror', '-reference:client.dll', '-out:program.exe']
    await runProgram('mcs', [...mcs, ...program, `${SOURCES}/*.cs`], target.output)
  },
  run: async ({ output }, _, args) => {
    const runOnce = () =>
      runProgram('mono', ['program.exe', ...args], output, { MONO_PATH: path.dirname(JSON_NET) })
    // Mono 6 aborts in its own code now and then (mono-threads.c).
    await runOnce().catch((error: unknown) => {
      if (!String(error).includes('Native Crash Reporting')) throw error
      return runOnce()
    })
  },
}

async function removeCode(client: string): Promise<void> {
  await rm(path.join(client, 'Client/RetryConfiguration.cs'))
  for (const [name, replacements] of Object.entries(REMOVED)) {
    const file = path.join(client, name)
    let text = await readFile(file, 'utf8')
    for (const [pattern, replacement] of replacements) {
      const without = text.replace(pattern, replacement)
      if (without === text) throw new Error(`${name} has nothing like ${String(pattern)}.`)
      text = without
    }
    await writeFile(file, text)
  }
}
