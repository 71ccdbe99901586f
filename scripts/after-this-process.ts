import { spawn } from 'node:child_process'

/**
 * Lets another process call a function when this one has ended, however it ends, even by SIGKILL.
 * @param clean uses nothing outside itself; `process.argv[1]` is the folder or file.
 */
export function afterThisProcess(clean: () => void, folder: string): void {
  const program = `process.stdin.resume().once('end', ${clean.toString()})`
  const watcher = spawn(process.execPath, ['-e', program, folder], {
    // A signal to the group of this process does not reach it.
    detached: true,
    // Its standard input ends with this process.
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  const input = watcher.stdin as typeof watcher.stdin & { unref(): void }
  input.unref()
  input.on('error', () => {})
}
