import { runContractCommand } from './contract/contract-command.ts'

/** `npm run contract -- --base-url URL`: verifies a running deployment against its document; see its usage. */
await runContractCommand('npm run contract --')
