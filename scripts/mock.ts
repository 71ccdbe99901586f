import { readConfig } from '../src/config.ts'
import { apiRoot } from '../src/contract/document.ts'
import type { Urls } from '../src/contract/operation-types.ts'
import { runProcess, type OnClose } from '../src/server/lifecycle.ts'
import { atFreePort, close, listen, urlsOf } from '../src/server/listen.ts'
import { readCommandLine } from './command-line.ts'
import { buildMock } from './mock/build-mock.ts'
import { readArguments, USAGE, type MockOptions } from './mock/mock-arguments.ts'

/** The port that partners know from other mock servers. */
const FIRST_PORT = 4_010

/** `npm run mock`: serves the examples of the contract, without a database; see USAGE. */
const options = readCommandLine(USAGE, readArguments)
await runProcess((onClose) => serveMock(options, onClose))

async function serveMock({ host, port }: MockOptions, onClose: OnClose): Promise<'running'> {
  onClose(async ({ reason }) => console.error(`mock: ended by ${reason}`))
  const config = readConfig()
  const serveAt = async (chosen: number): Promise<Urls> => {
    const urls = urlsOf({ ...config, host }, chosen)
    const app = await buildMock(urls, config.logLevel)
    await listen(app, host, chosen)
    onClose(() => close(app))
    return urls
  }
  const urls = await (port === undefined ? atFreePort(host, serveAt, FIRST_PORT) : serveAt(port))
  console.log(welcome(urls))
  return 'running'
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
