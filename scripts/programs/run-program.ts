import { execFile } from 'node:child_process'
import { interruption } from './interruption.ts'

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
const MAX_RUN_MS = 15 * 60_000

/**
 * Runs a program.
 * @param settings environment variables in addition to those of this process.
 * @returns its standard output.
 * @throws its output when it fails.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = {
    cwd,
    env: { ...process.env, ...settings },
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: MAX_RUN_MS,
    signal: interruption,
  }
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${stdout}\n${stderr}`.trim() || error.message))
      else resolve(stdout)
    })
  })
}

/** Runs a JavaScript file with the Node of this process. */
export function runScript(script: string, args: readonly string[], cwd: string): Promise<string> {
  return runProgram(process.execPath, [script, ...args], cwd)
}
