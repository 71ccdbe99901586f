import { parseArgs } from 'node:util'

/**
 * The flags of a task that takes no more than those. `--help` prints how the task is used, and anything
 * that it does not know prints so as well: then the process ends, before anything has been done.
 * @param usage the whole text of the help.
 */
export function readFlags<Name extends string>(
  usage: string,
  names: readonly Name[] = [],
): Readonly<Partial<Record<Name, boolean>>> {
  const options = Object.fromEntries(
    [...names, 'help'].map((name) => [name, { type: 'boolean' as const }]),
  )
  try {
    const { values } = parseArgs({ options })
    if (values['help'] !== true) return values as Partial<Record<Name, boolean>>
    console.log(usage)
    process.exit(0)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(2)
  }
}
