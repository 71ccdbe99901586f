import { afterThisProcess } from '../../scripts/after-this-process.ts'

/**
 * When this process has ended, ends all programs whose command line or environment has the mark. Where the mark is the path of a
 * folder, removes that, too.
 * Patroni that is ended while it starts PostgreSQL leaves PostgreSQL behind, so a signal to the programs is not enough.
 */
export function endProgramsAfterThisProcess(mark: string): void {
  afterThisProcess(endPrograms, mark)
}

/** It uses nothing of this file. */
function endPrograms(): void {
  const fs = process.getBuiltinModule('node:fs')
  const [, mark] = process.argv
  if (!mark) return
  const isOurs = (pid: string): boolean => {
    try {
      const files = ['cmdline', 'environ'].map((file) => fs.readFileSync(`/proc/${pid}/${file}`))
      return Number(pid) !== process.pid && files.some((file) => file.includes(mark))
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
    else fs.rmSync(mark, { recursive: true, force: true })
  }
  end(0)
}
