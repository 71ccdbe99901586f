import { writeSync } from 'node:fs'
import { telemetry } from '../telemetry/telemetry.ts'

/** Characters that wait for a reader that is behind. Further lines are lost. */
const MAX_WAITING = 1024 * 1024

const RETRY_MS = 20

/** The end of the process waits for a reader that is behind: in steps, because a pipe takes 64 KiB each time. */
const RETRIES_AT_EXIT = 100
const RETRY_AT_EXIT_MS = 2

const LEVEL_WARN = 40

const NOTHING = Buffer.alloc(0)

/** Like `fs.writeSync`, which may write a part. */
type Write = (bytes: Buffer) => number

/**
 * The log's output stream: it writes the lines of one event-loop turn together, and the rest when the process exits.
 * Lines wait while the reader of a pipe is behind. They are lost when too many wait, when the disk is full or when
 * the pipe has no reader: pino's own output would block the process instead, and serving matters more than logging.
 */
export function logDestination(write = standardOutput()): { write(line: string): void } {
  const output = new LogOutput(write)
  return {
    write(line) {
      output.add(line)
      telemetry?.log(line)
    },
  }
}

/** Node makes pipes and sockets non-blocking when it makes the stream, at the first access. */
function standardOutput(): Write {
  const { fd } = process.stdout
  return (bytes) => writeSync(fd, bytes)
}

class LogOutput {
  readonly #write: Write
  #lines = ''
  /** What an earlier attempt has left. */
  #rest: Buffer = NOTHING
  /** Written before the next line, or at the exit. */
  #gap = ''
  #isScheduled = false

  constructor(write: Write) {
    this.#write = write
  }

  add(line: string): void {
    if (this.#rest.length + this.#lines.length > MAX_WAITING) {
      this.#gap ||= lossLine()
      return
    }
    if (!this.#isScheduled && this.#gap === '') process.once('exit', this.#end)
    this.#lines += this.#gap + line
    this.#gap = ''
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(this.#flush)
  }

  readonly #flush = (): void => {
    if (!this.#writeAll()) return void setTimeout(this.#flush, RETRY_MS).unref()
    this.#isScheduled = false
    if (this.#gap === '') process.off('exit', this.#end)
  }

  readonly #end = (): void => {
    this.#lines += this.#gap
    this.#gap = ''
    const waiting = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    for (let retries = 0; !this.#writeAll() && retries < RETRIES_AT_EXIT; retries += 1) {
      Atomics.wait(waiting, 0, 0, RETRY_AT_EXIT_MS)
    }
  }

  /** Whether nothing waits any more. */
  #writeAll(): boolean {
    let rest = Buffer.concat([this.#rest, Buffer.from(this.#lines)])
    this.#lines = ''
    this.#rest = NOTHING
    try {
      while (rest.length > 0) rest = rest.subarray(this.#write(rest))
    } catch (error) {
      if (isReaderBehind(error)) {
        this.#rest = rest
        return false
      }
      // The last line may be cut: a line feed keeps the next one readable.
      this.#gap = `\n${lossLine()}`
    }
    return true
  }
}

function isReaderBehind(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EAGAIN'
}

function lossLine(): string {
  const msg = 'Lines of the log were lost: its disk was full, or its reader was behind'
  return `${JSON.stringify({ level: LEVEL_WARN, time: Date.now(), msg })}\n`
}
