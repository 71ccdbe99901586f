import { parseArgs } from 'node:util'
import { parsedUrl } from '../../src/config.ts'

export interface ScopedKey {
  readonly scope: string
  readonly key: string
}

export interface ContractOptions {
  /** Of the deployment, without a slash at the end. */
  readonly baseUrl: string
  /** A file to read the document from, instead of the deployment. */
  readonly document: string | undefined
  readonly key: string | undefined
  /** Valid ones, each with the one scope that it has. */
  readonly scopedKeys: readonly ScopedKey[]
  readonly junit: string | undefined
  /** Requests at one moment. */
  readonly concurrency: number
  /** For one answer. */
  readonly timeoutMs: number
  readonly writePermanent: boolean
  /** Groups of cases, operationIds for the most part; all when empty. */
  readonly only: readonly string[]
  readonly verbose: boolean
  /** In lower case. */
  readonly ignoredHeaders: readonly string[]
}

const MOST_AT_ONCE = 64

export const USAGE = `Usage: npm run contract -- --base-url URL [OPTIONS]
       CONTRACT_KEY="$KEY" npm run contract -- --base-url URL [OPTIONS]

Holds a running deployment against its OpenAPI document, by about a thousand requests. Without a key it
reads, and sees that writing is refused. With a key it makes an event titled "Contract test ...", a
draft that the public never sees, changes it, and deletes it.

  CONTRACT_KEY         in the environment: an API key with the scope events:write, better
                       artworks:write as well; reads only when it is empty or not there
  CONTRACT_SCOPED_KEYS in the environment: what --scoped-key takes, separated by spaces

  --base-url URL       the deployment, such as https://art.example or https://art.example/api/v1
  --key KEY            the key, where npm may print it and the list of processes may show it
  --scoped-key SCOPE=KEY
                       a key that has this scope only, to see it refused with 403 where another is
                       needed; may be given several times; is shown as --key is
  --write-permanent    makes a venue and an artwork as well, which no operation deletes again, and
                       publishes the event for a moment
  --only GROUP         an operationId, or another group that the report names, with the cases that
                       it needs; may be given several times
  --document FILE      JSON or YAML to use instead of the deployment's /openapi/v1.json; the base
                       URL is then the address that the paths of the document lie below
  --ignore-header NAME a header that something in front of the deployment adds or changes; may be
                       given several times
  --junit FILE         writes the outcome of every case as JUnit XML
  --concurrency N      requests at one moment, 1 to ${MOST_AT_ONCE}; 4 when left out
  --timeout SECONDS    for one answer; 30 when left out
  --verbose            prints every case, not only those that failed
  --help               prints this

Ends with 0 when everything held, 1 when something did not, 2 when nothing could be tried.`

/** Where keys are looked for, so that they need not be part of a command line, which others can see. */
export interface KeyEnvironment {
  readonly CONTRACT_KEY?: string
  readonly CONTRACT_SCOPED_KEYS?: string
}

/**
 * @param environment what is not given by an option.
 * @throws naming the option, what it is and what it should be.
 */
export function readOptions(
  args: readonly string[],
  { CONTRACT_KEY = '', CONTRACT_SCOPED_KEYS = '' }: KeyEnvironment = {},
): ContractOptions {
  const text = { type: 'string' } as const
  const list = { type: 'string', multiple: true, default: [] as string[] } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      'base-url': text,
      key: text,
      document: text,
      junit: text,
      concurrency: text,
      timeout: text,
      'write-permanent': flag,
      verbose: flag,
      'scoped-key': list,
      only: list,
      'ignore-header': list,
    },
  })
  return {
    baseUrl: webAddress(values['base-url']),
    document: values.document,
    key: (values.key ?? CONTRACT_KEY.trim()) || undefined,
    scopedKeys: [
      ...values['scoped-key'],
      ...CONTRACT_SCOPED_KEYS.split(/\s+/).filter((one) => one !== ''),
    ].map(scopedKey),
    junit: values.junit,
    concurrency: wholeNumber('concurrency', values.concurrency, 4, MOST_AT_ONCE),
    timeoutMs: wholeNumber('timeout', values.timeout, 30, 600) * 1_000,
    writePermanent: values['write-permanent'],
    verbose: values.verbose,
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

function wholeNumber(name: string, text: string | undefined, value: number, most: number): number {
  if (text === undefined) return value
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= most) return number
  throw new Error(`--${name} is "${text}" but must be a whole number from 1 to ${most}.`)
}
