import { spawn } from 'node:child_process'

/** It ends by itself, in case that nothing is left to end it. */
const PROGRAM = 'const end = Date.now() + 300_000; while (Date.now() < end);'

/** Has another program keep a core busy while `use` runs. */
export async function besideBusyCore<Result>(use: () => Promise<Result>): Promise<Result> {
  const program = spawn(process.execPath, ['--eval', PROGRAM], { stdio: 'ignore' })
  try {
    return await use()
  } finally {
    program.kill('SIGKILL')
  }
}
