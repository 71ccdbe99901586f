import { execFileSync } from 'node:child_process'

/** The arguments that a POSIX shell passes to curl for this command line. */
export function shellArguments(line: string): string[] {
  const program = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${line}`
  return execFileSync('sh', ['-c', program], { encoding: 'utf8' }).split('\0').slice(0, -1)
}
