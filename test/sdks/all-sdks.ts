import { openapiGeneratorCsharp } from './csharp/openapi-generator.ts'
import { oapiCodegen, ogen } from './go/go-sdk.ts'
import { openapiGeneratorGo } from './go/openapi-generator.ts'
import { openapiGeneratorJava } from './java/openapi-generator.ts'
import { openapiGeneratorKotlin } from './kotlin/openapi-generator.ts'
import { typescriptFetch } from './openapi-generator/typescript-fetch.ts'
import { openapiGeneratorPhp } from './php/openapi-generator.ts'
import { fastmcp } from './python/fastmcp.ts'
import { openapiGeneratorPython } from './python/openapi-generator.ts'
import { openapiPythonClient } from './python/openapi-python-client.ts'
import { openapiGeneratorRuby } from './ruby/openapi-generator.ts'
import { progenitor } from './rust/progenitor.ts'
import type { Sdk } from './sdk.ts'
import { openapiGeneratorSwift } from './swift/openapi-generator.ts'
import { heyApi } from './typescript/hey-api.ts'
import { kubb } from './typescript/kubb.ts'
import { openapiTypescript } from './typescript/openapi-typescript.ts'
import { orval } from './typescript/orval.ts'
import { swaggerTypescriptApi } from './typescript/swagger-typescript-api.ts'
import { typescriptSdk } from './typescript/typescript-sdk.ts'

/** In the order of the matrix. */
export const SDKS: readonly Sdk[] = [
  typescriptSdk(openapiTypescript),
  typescriptSdk(heyApi),
  typescriptSdk(orval),
  typescriptSdk(kubb),
  typescriptSdk(swaggerTypescriptApi),
  typescriptFetch,
  openapiPythonClient,
  openapiGeneratorPython,
  fastmcp,
  oapiCodegen,
  ogen,
  openapiGeneratorGo,
  openapiGeneratorCsharp,
  openapiGeneratorPhp,
  openapiGeneratorRuby,
  openapiGeneratorSwift,
  progenitor,
  openapiGeneratorJava,
  openapiGeneratorKotlin,
]

/**
 * Selects generators by the options of the command line.
 * @param only names of generators, separated by commas.
 * @throws with the known names, when a name is unknown.
 */
export function chosenSdks(
  sdks: readonly Sdk[],
  { only, language }: { only?: string | undefined; language?: string | undefined },
): Sdk[] {
  const names = only?.split(',')
  if (names !== undefined) requireKnown(names, new Set(sdks.map((sdk) => sdk.generator)))
  if (language !== undefined) requireKnown([language], new Set(sdks.map((sdk) => sdk.language)))
  return sdks.filter(
    (sdk) =>
      (names?.includes(sdk.generator) ?? true) &&
      (language === undefined || sdk.language === language),
  )
}

function requireKnown(names: readonly string[], known: ReadonlySet<string>): void {
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new Error(`There is no ${unknown}, but ${[...known].join(', ')}.`)
}
