import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs, type ParseArgsConfig } from 'node:util'

/**
 * Reads the command line of an npm task. For `--help` it prints the usage and ends the process with 0. For an
 * invalid command line it prints the error, and ends the process with 2.
 * @param read throws an error that names the option, its value and the valid values.
 */
export function readCommandLine<Options>(
  usage: string,
  read: (args: readonly string[]) => Options,
): Options {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return read(args)
  } catch (error) {
    console.error(invalidLine(error, usage))
    process.exit(2)
  }
}

/** The error of a command line, and a line that leads to the usage: all of it would hide the error. */
export function invalidLine(error: unknown, usage: string): string {
  const [, runner = '', name = ''] = /^Usage: (npx|npm run|npm) (\S+)/.exec(usage) ?? []
  const command = `${runner} ${name}${runner === 'npx' ? '' : ' --'}`
  return `${messageOf(error)}\n${command} --help explains the arguments.`
}

/** Writes to standard output. `console.log` hides that it failed, as on a full disk. @throws when it cannot be written. */
export function writeOutput(texts: Iterable<string> | AsyncIterable<string>): Promise<void> {
  return pipeline(Readable.from(texts), process.stdout, { end: false }).catch(explainClosedPipe)
}

/** As that of `| head`. */
function explainClosedPipe(error: unknown): never {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code !== 'EPIPE' || syscall !== 'write') throw error
  throw new Error('The program that reads the output has ended.', { cause: error })
}

/** The exit code of a task that a signal has ended. */
export const INTERRUPTED = 130

/** For a task without a cleanup of its own: a signal ends it with a line that says so. */
export function endOnSignal(name: string): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      console.error(`${name}: ended by ${signal}`)
      process.exit(INTERRUPTED)
    })
  }
}

/** The flags of a task that takes no other argument. */
export function readFlags<Name extends string>(
  usage: string,
  names: readonly Name[] = [],
): Readonly<Partial<Record<Name, boolean>>> {
  const options = Object.fromEntries(names.map((name) => [name, FLAG]))
  return readCommandLine(
    usage,
    (args) => parseOptions(args, options).values as Partial<Record<Name, boolean>>,
  )
}

export const TEXT = { type: 'string' } as const
export const TEXTS = { type: 'string', multiple: true, default: [] as string[] } as const
export const FLAG = { type: 'boolean', default: false } as const

/** Options by name, and the other arguments in their order. @throws for an unknown option. */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  allowPositionals = false,
) {
  return parseArgs({ args: joined(args, options), options, allowPositionals })
}

/** An option and a text such as `-,title` as one argument: `parseArgs` takes a text with a hyphen for another option. */
function joined(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
): string[] {
  const isText = (arg = '') => arg.startsWith('--') && options[arg.slice(2)]?.type === 'string'
  return args.flatMap((arg, at) => {
    if (isText(args[at - 1]) && arg.startsWith('-,')) return []
    const next = args[at + 1] ?? ''
    return isText(arg) && next.startsWith('-,') ? [`${arg}=${next}`] : [arg]
  })
}

interface Range {
  readonly min: number
  readonly max: number
}

/** The value of the option `name`. @throws unless it is a whole number in the range. */
export function wholeNumber(name: string, text: string, { min, max }: Range): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new Error(`--${name} is "${text}" but must be a whole number from ${min} to ${max}.`)
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
