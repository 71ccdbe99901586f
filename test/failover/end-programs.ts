import { afterThisProcess } from '../../scripts/after-this-process.ts'

/**
 * Ends all programs whose command line or environment names the folder, and removes it, when this process has ended.
 * Patroni that is ended while it starts PostgreSQL leaves PostgreSQL behind, so a signal to the programs is not enough.
 */
export function endProgramsAfterThisProcess(folder: string): void {
  afterThisProcess(endPrograms, folder)
}

/** It uses nothing of this file. */
function endPrograms(): void {
  const fs = process.getBuiltinModule('node:fs')
  const [, folder] = process.argv
  if (!folder) return
  const isOurs = (pid: string): boolean => {
    try {
      const files = ['cmdline', 'environ'].map((file) => fs.readFileSync(`/proc/${pid}/${file}`))
      return Number(pid) !== process.pid && files.some((file) => file.includes(folder))
    } catch {
      return false
    }
  }
  const end = (quiet: number): void => {
    const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOurs(name))
    for (const pid of pids) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
    // A program that was about to start is found by a later round.
    if (pids.length > 0 || quiet < 10) setTimeout(end, 50, pids.length > 0 ? 0 : quiet + 1)
    else fs.rmSync(folder, { recursive: true, force: true })
  }
  end(0)
}
