import type { Config } from '../src/config.ts'
import { urlsOf } from '../src/server/listen.ts'
import { readCommandLine, writeOutput } from './command-line.ts'
import { readArguments, USAGE } from './keys/key-arguments.ts'
import { runCommand } from './keys/run-command.ts'
import { runOnDatabase } from './task-database.ts'

/** `npm run keys -- COMMAND`: makes, lists, revokes and rotates API keys; see USAGE. */
const requested = readCommandLine(USAGE, readArguments)
await runOnDatabase('keys', async (db, config) => {
  const { output, notes } = await runCommand(db, requested, serviceUrl(config))
  if (notes !== undefined) console.error(notes)
  // A new key is shown only here, so a script must notice when it has not got it.
  await writeOutput([`${output}\n`])
})

/** Undefined where the service chooses its port, which is unknown here. */
function serviceUrl(config: Config): string | undefined {
  const { publicUrl, port } = config
  if (publicUrl === undefined && port === undefined) return undefined
  return urlsOf(config, port ?? 0).public
}
