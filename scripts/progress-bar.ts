import cliProgress, { type Options, type SingleBar } from 'cli-progress'

// A CommonJS module whose named exports Node cannot detect.
const { Format } = cliProgress

export interface ProgressBar {
  update(done: number, total: number): void
  stop(): void
}

const SILENT: ProgressBar = { update: () => {}, stop: () => {} }

/** A progress bar on standard error that counts in `unit`; silent if standard error is not a terminal. */
export function progressBar(unit: string): ProgressBar {
  if (!process.stderr.isTTY) return SILENT
  const bar = new cliProgress.SingleBar({
    format: (options, { progress, eta, startTime, total, value }) =>
      `${Format.BarFormat(progress, options)} ${value}/${total} ${unit},` +
      ` ${perSecond(value, startTime)}/s, ETA ${timeLeft(eta, options)}`,
    // A line of 80 columns has room for counts of eight digits.
    barsize: 12,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    etaBuffer: 50,
  })
  return {
    update: (done, total) => show(bar, done, total),
    stop: () => bar.stop(),
  }
}

function show(bar: SingleBar, done: number, total: number): void {
  if (!bar.isActive) bar.start(total, done)
  bar.setTotal(total)
  bar.update(done)
}

function perSecond(done: number, startTime: number): number {
  const seconds = (Date.now() - startTime) / 1_000
  return seconds > 0 ? Math.round(done / seconds) : 0
}

/** Before the first progress, cli-progress passes a word instead of the seconds. */
function timeLeft(eta: unknown, options: Options): string {
  return typeof eta === 'number' ? Format.TimeFormat(eta, options, 1) : '?'
}
