import { writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1

/**
 * Where log lines go: together, once each time round the event loop, and at the end of the process. What
 * cannot be written, because the disk is full or nobody reads, is lost: pino's own output would keep the
 * process until it can, and serving is worth more than telling of it.
 * @param write as `fs.writeSync`, which may write a part.
 */
export function logDestination(write: (fd: number, bytes: Buffer) => number = writeSync): {
  write(line: string): void
} {
  let lines = ''
  let isCut = false
  const flush = (): void => {
    process.off('exit', flush)
    // What was cut ends its own line, so that each line that is whole can be read.
    let rest = Buffer.from(isCut ? `\n${lines}` : lines)
    lines = ''
    try {
      while (rest.length > 0) rest = rest.subarray(write(STANDARD_OUTPUT, rest))
      isCut = false
    } catch {
      isCut = true
    }
  }
  return {
    write(line) {
      if (lines === '') {
        setImmediate(flush)
        process.once('exit', flush)
      }
      lines += line
    },
  }
}
