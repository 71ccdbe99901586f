import { execFile } from 'node:child_process'
import { interruption } from './interruption.ts'

const LONGEST_OUTPUT_BYTES = 64 * 1024 * 1024
const LONGEST_RUN_MS = 10 * 60_000

/**
 * Runs a program to its end.
 * @throws with what it printed when it fails.
 */
export function runProgram(program: string, args: readonly string[], cwd: string): Promise<void> {
  const options = {
    cwd,
    maxBuffer: LONGEST_OUTPUT_BYTES,
    timeout: LONGEST_RUN_MS,
    signal: interruption,
  }
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${stdout}\n${stderr}`.trim() || error.message))
      else resolve()
    })
  })
}

/** The same for a JavaScript file, on the Node that runs this. */
export function runScript(script: string, args: readonly string[], cwd: string): Promise<void> {
  return runProgram(process.execPath, [script, ...args], cwd)
}
