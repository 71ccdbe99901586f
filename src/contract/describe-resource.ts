import { HTML_TYPE } from './accept.ts'
import { requestMediaTypes, successMediaTypes } from './document.ts'
import type { ContractPath } from './paths.ts'

/** What OPTIONS tells of a path, all of it read from the contract (design: methods). */
export function describeResource({ operations }: ContractPath): object {
  const all = Object.values(operations)
  const [first] = all
  return {
    name: first?.summary ?? '',
    description: first?.description.trim().replaceAll(/\s+/g, ' ') ?? '',
    renders: distinct([
      ...all.flatMap(successMediaTypes),
      ...('get' in operations ? [HTML_TYPE] : []),
    ]),
    parses: distinct(all.flatMap(requestMediaTypes)),
  }
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)]
}
