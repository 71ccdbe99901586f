import { apiRoot } from '../../src/contract/document.ts'
import type { Urls } from '../../src/contract/operation-types.ts'
import { runProcess } from '../../src/server/lifecycle.ts'
import { readCommandLine } from '../command-line.ts'
import { readArguments, usageOf } from './mock-arguments.ts'
import { startMock } from './start-mock.ts'

/** Serves the mock until a signal. @param command what stands before the arguments, such as `npm run mock --`. */
export async function runMockCommand(command: string): Promise<void> {
  const options = readCommandLine(usageOf(command), readArguments)
  await runProcess(async (onClose) => {
    onClose(async ({ reason }) => console.error(`mock: ended by ${reason}`))
    const { urls, close } = await startMock(options, process.env)
    onClose(close)
    console.log(welcome(urls))
    return 'running'
  })
}

function welcome({ public: url }: Urls): string {
  return `
  Mock       ${url}${apiRoot}/
  Docs       ${url}/docs
  Contract   ${url}/openapi/v1.json

  Every response is an example of the contract. Ask for another one by its status or its name:
    curl -H 'Prefer: code=404' ${url}${apiRoot}/events/812/
    curl -H 'Prefer: example=PastTheEnd' ${url}${apiRoot}/events/
  Every string with the form of a key is a valid key:
    Authorization: Bearer amk_${'0'.repeat(43)}
`
}
