import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 ** 31

/**
 * The folder for databases of tests: in memory if that has room, because to create a database on a disk takes several
 * times as long.
 */
export function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
