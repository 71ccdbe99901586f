import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Whether the last success that `file` records had these inputs. @param inputs their hash. */
export function isVerified(file: string, inputs: string): boolean {
  if (!existsSync(file)) return false
  return (JSON.parse(readFileSync(file, 'utf8')) as { inputs: string }).inputs === inputs
}

/** Records a success in a file, which is committed. @param inputs their hash before the run. */
export function recordVerification(file: string, inputs: string): void {
  writeFileSync(file, `${JSON.stringify({ inputs }, null, 2)}\n`)
}
