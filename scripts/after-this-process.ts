import { spawn } from 'node:child_process'

/**
 * Lets another process call a function when this one has ended, however it ends, even by SIGKILL.
 * @param clean uses nothing outside itself; `process.argv[1]` is the path.
 */
export function afterThisProcess(clean: () => void, path: string): void {
  const program = `process.stdin.resume().once('end', ${clean.toString()})`
  const watcher = spawn(process.execPath, ['-e', program, '--', path], {
    // A signal to the group of this process does not reach it.
    detached: true,
    // Its standard input ends with this process.
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without another process, nothing is cleaned up after a kill.
  watcher.on('error', () => {}).unref()
  const input = watcher.stdin as typeof watcher.stdin & { unref(): void }
  input.unref()
  input.on('error', () => {})
}
