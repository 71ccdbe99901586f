import { runMockCommand } from './mock/mock-command.ts'

/** `npm run mock`: serves the examples of the contract, without a database; see its usage. */
await runMockCommand('npm run mock --')
