import { readConfig } from '../src/config.ts'
import { apiRoot } from '../src/contract/document.ts'
import type { Urls } from '../src/contract/operation-types.ts'
import { runProcess, type OnClose } from '../src/server/lifecycle.ts'
import { atFreePort, close, listen } from '../src/server/listen.ts'
import { urlsOf } from '../src/server/listen.ts'
import { buildMock } from './mock/build-mock.ts'
import { readArguments, USAGE, type MockOptions } from './mock/mock-arguments.ts'

/** Where Prism listens, which partners know. */
const FIRST_PORT = 4_010

/** `npm run mock`: serves the contract by its examples, without a database; see USAGE. */
const args = process.argv.slice(2)
const isHelp = args.includes('--help') || args.includes('-h')
const requested = isHelp ? undefined : requestedOptions()
if (isHelp) {
  console.log(USAGE)
} else if (requested === undefined) {
  process.exitCode = 2
} else {
  await runProcess((onClose) => serveMock(requested, onClose))
}

function requestedOptions(): MockOptions | undefined {
  try {
    return readArguments(args)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    return undefined
  }
}

async function serveMock({ host, port }: MockOptions, onClose: OnClose): Promise<'running'> {
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

  Every answer is an example of the contract. Ask for another one by its status or its name:
    curl -H 'Prefer: code=404' ${url}${apiRoot}/events/812/
    curl -H 'Prefer: example=PastTheEnd' ${url}${apiRoot}/events/
  Whatever looks like a key is one:
    Authorization: Bearer amk_${'0'.repeat(43)}
`
}
