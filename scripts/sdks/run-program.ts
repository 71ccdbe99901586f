import { execFile } from 'node:child_process'

const LONGEST_OUTPUT_BYTES = 64 * 1024 * 1024

/**
 * Runs a program to its end.
 * @throws with what it printed when it fails.
 */
export function runProgram(program: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, maxBuffer: LONGEST_OUTPUT_BYTES }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${stdout}\n${stderr}`.trim() || error.message))
      else resolve()
    })
  })
}

/** The same for a JavaScript file, on the Node that runs this. */
export function runScript(script: string, args: readonly string[], cwd: string): Promise<void> {
  return runProgram(process.execPath, [script, ...args], cwd)
}
