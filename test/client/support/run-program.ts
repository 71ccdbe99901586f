import { execFile } from 'node:child_process'
import { PATIENCE } from '../../support/patience.ts'

export interface Outcome {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, however that is. */
export function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, timeout: PATIENCE.testTimeout }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ exitCode, stdout, stderr })
    })
  })
}

/** @throws what it said, unless it ended well. */
export async function succeed(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(program, args, cwd)
  if (exitCode !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}
