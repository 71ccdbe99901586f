import { contractCommand } from './contract/contract-command.ts'

/** `npm run contract -- --base-url URL`: verifies a running deployment against its document; see USAGE. */
const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => interruption.abort())
}
const args = process.argv.slice(2)
process.exitCode = await contractCommand(args, console, interruption.signal, process.env)
