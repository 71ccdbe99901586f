import { parseArgs } from 'node:util'
import { ImportError } from './row.ts'
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

/** @throws {ImportError} naming what is wrong with the command line. */
export function readArguments(args: readonly string[]): ImportArguments {
  const { positionals, values } = parse(args)
  const [kind, file, ...others] = positionals
  if (file === undefined) throw new ImportError('A kind and a file are needed.')
  if (others.length > 0) throw new ImportError(`"${others.join(' ')}" is one argument too many.`)
  const request = readRequest(kind, file, values.museums)
  return { request, rejectedFile: values.rejected }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { museums: { type: 'string' }, rejected: { type: 'string' } },
    })
  } catch (error) {
    throw new ImportError((error as Error).message, { cause: error })
  }
}

function readRequest(
  kind: string | undefined,
  file: string,
  museumsFile: string | undefined,
): ImportRequest {
  if (kind === 'exhibitions') {
    if (museumsFile === undefined) throw new ImportError('exhibitions needs --museums FILE.')
    return { kind, file, museumsFile }
  }
  if (kind !== 'carnegie' && kind !== 'tate' && kind !== 'rates') {
    throw new ImportError(`"${kind}" is no kind of file that can be imported.`)
  }
  if (museumsFile !== undefined) throw new ImportError('--museums belongs to exhibitions.')
  return { kind, file }
}
