import type { Sdk } from './sdk.ts'

/**
 * Those of the generators that are asked for.
 * @param only names of generators, separated by commas.
 * @throws naming what there is, when nothing is called so.
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
