import { parseOptions, TEXT } from '../command-line.ts'
import type { ImportRequest } from './import-plan.ts'

export const USAGE = `Usage: npm run import -- KIND FILE [--rejected FILE]

  carnegie FILE                     works of the Carnegie Museum of Art, JSON lines
  tate FILE                         works of Tate, JSON lines
  exhibitions FILE --museums FILE   exhibitions and museums of lllist.eu, CSV
  rates FILE                        euro reference rates of the European Central Bank, CSV

Files may be gzip. Rows that cannot be imported are listed, with the reason, in
<data directory>/rejected/, or in the file given by --rejected; those of the museums
in a file beside it, named after it with "-museums".
`

export interface ImportArguments {
  readonly request: ImportRequest
  /** Where rejected rows go; undefined for the default place. */
  readonly rejectedFile: string | undefined
}

/** @throws naming what is wrong with the command line. */
export function readArguments(args: readonly string[]): ImportArguments {
  const { positionals, values } = parseOptions(args, { museums: TEXT, rejected: TEXT }, true)
  const [kind, file, ...others] = positionals
  if (file === undefined) throw new Error('A kind and a file are needed.')
  if (others.length > 0) throw new Error(`"${others.join(' ')}" is one argument too many.`)
  const request = readRequest(kind, file, values.museums)
  return { request, rejectedFile: values.rejected }
}

function readRequest(
  kind: string | undefined,
  file: string,
  museumsFile: string | undefined,
): ImportRequest {
  if (kind === 'exhibitions') {
    if (museumsFile === undefined) throw new Error('exhibitions needs --museums FILE.')
    return { kind, file, museumsFile }
  }
  if (kind !== 'carnegie' && kind !== 'tate' && kind !== 'rates') {
    throw new Error(`"${kind}" is not a kind of file that can be imported.`)
  }
  if (museumsFile !== undefined) throw new Error('--museums belongs to exhibitions.')
  return { kind, file }
}
