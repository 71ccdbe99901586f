import { execFile } from 'node:child_process'
import { PATIENCE } from './patience.ts'

export interface Outcome {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program; never rejects. @param env variables in addition to those of this process. */
export function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const options = { cwd, env: { ...process.env, ...env }, timeout: PATIENCE.testTimeout }
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ exitCode, stdout, stderr })
    })
  })
}
