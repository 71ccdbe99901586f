import { parsedUrl } from '../../src/config.ts'
import { FLAG, parseOptions, TEXT, TEXTS, wholeNumber } from '../command-line.ts'

interface ScopedKey {
  readonly scope: string
  readonly key: string
}

export type ContractOptions = Readonly<ReturnType<typeof readOptions>>

const MAX_CONCURRENCY = 64

/** @param command as the user enters it, such as `npm run contract --`. */
export const usageOf = (command: string): string => `Usage: ${command} --base-url URL [OPTIONS]
       CONTRACT_KEY="$KEY" ${command} --base-url URL [OPTIONS]

Verifies a running deployment against its OpenAPI document with more than a thousand requests. Without a key
it reads, and verifies that writing is rejected. With a key it creates an event and an artwork titled
"Contract test ...", drafts that the public never sees, changes them, and deletes them. It waits when the
deployment asks it to (429 and 503 with Retry-After), and sends one batch at a time.

  CONTRACT_KEY         in the environment: an API key with the scope events:write, preferably
                       the others as well, of a member of a gallery; reads only when it is empty
                       or not set
  CONTRACT_SCOPED_KEYS in the environment: values of --scoped-key, separated by spaces

  --base-url URL       the deployment, such as https://art.example or https://art.example/api/v1
  --key KEY            the key; npm may print it, and the list of processes may show it
  --scoped-key SCOPE=KEY
                       a key that has this scope only, to verify that it gets 403 where another scope
                       is needed; repeatable; visible as --key is
  --write-permanent    creates records of the other kinds as well, and publishes the drafts: the
                       public sees each of them until it is deleted
  --only GROUP         an operationId, or another group that the report names, with the cases that
                       it needs; repeatable
  --document FILE      JSON or YAML to use instead of the deployment's /openapi/v1.json; the base
                       URL is then the address that the paths of the document are relative to
  --ignore-header NAME a header that a proxy in front of the deployment adds or changes; repeatable
  --junit FILE         writes the outcome of every case as JUnit XML
  --concurrency N      concurrent requests, 1 to ${MAX_CONCURRENCY}; default 4
  --timeout SECONDS    for one response; default 30
  --verbose            prints every case, not only those that failed, and which of the documented
                       responses were seen
  --help               prints this

Exit code: 0 when every case passed, 1 when a case failed, 2 when no case could run.`

/** Keys in the environment: other users of the machine can see a command line. */
export interface KeyEnvironment {
  readonly CONTRACT_KEY?: string
  readonly CONTRACT_SCOPED_KEYS?: string
}

/**
 * @param environment the values of options that are not given.
 * @throws naming the option, its value and the valid values.
 */
export function readOptions(
  args: readonly string[],
  { CONTRACT_KEY = '', CONTRACT_SCOPED_KEYS = '' }: KeyEnvironment = {},
) {
  const { values } = parseOptions(args, {
    'base-url': TEXT,
    key: TEXT,
    document: TEXT,
    junit: TEXT,
    concurrency: { ...TEXT, default: '4' },
    timeout: { ...TEXT, default: '30' },
    'write-permanent': FLAG,
    verbose: FLAG,
    'scoped-key': TEXTS,
    only: TEXTS,
    'ignore-header': TEXTS,
  })
  return {
    /** The deployment, without a trailing slash. */
    baseUrl: webAddress(values['base-url']),
    /** A file to read the document from, instead of the deployment. */
    document: values.document,
    key: (values.key ?? CONTRACT_KEY.trim()) || undefined,
    /** Valid keys, each with its only scope. */
    scopedKeys: [
      ...values['scoped-key'],
      ...CONTRACT_SCOPED_KEYS.split(/\s+/).filter((one) => one !== ''),
    ].map(scopedKey),
    junit: values.junit,
    concurrency: wholeNumber('concurrency', values.concurrency, { min: 1, max: MAX_CONCURRENCY }),
    /** For one response. */
    timeoutMs: wholeNumber('timeout', values.timeout, { min: 1, max: 600 }) * 1_000,
    writePermanent: values['write-permanent'],
    verbose: values.verbose,
    /** Groups of cases, mostly operationIds; all when empty. */
    only: values.only,
    ignoredHeaders: values['ignore-header'].map((name) => name.toLowerCase()),
  }
}

function scopedKey(text: string): ScopedKey {
  const [, scope, key] = /^([^=]+)=(\S+)$/.exec(text) ?? []
  if (scope !== undefined && key !== undefined) return { scope, key }
  throw new Error('--scoped-key must be SCOPE=KEY, such as artworks:write=amk_...')
}

function webAddress(text: string | undefined): string {
  if (text === undefined) throw new Error('--base-url is missing.')
  const url = parsedUrl(text)
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search + url.hash !== '') {
    throw new Error(`--base-url is "${text}" but must be an http or https address without a query.`)
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
