import { spawn } from 'node:child_process'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'

export interface Outcome {
  readonly exitCode: number
  /** Empty when it was shown as it came. */
  readonly output: string
}

/**
 * Runs `node` or one of the programs that the project installs, in the project's folder.
 * @param quiet keeps the output instead of showing it as it comes.
 * @param env variables beside those of this process.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  quiet: boolean,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const root = projectRoot()
  const bin = program === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', program)
  const out = quiet ? 'pipe' : 'inherit'
  const child = spawn(bin, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', out, out],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  return new Promise((resolve) => {
    child.once('error', (error) => {
      resolve({ exitCode: 1, output: error.message })
    })
    child.once('close', (exitCode) => {
      resolve({ exitCode: exitCode ?? 1, output })
    })
  })
}
