import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { isIP } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { hostUrls, namesHostsTwice, parameterOf } from './database-url.ts'
import { similarName } from './similar-name.ts'

/** The configuration of the service. Units are in the names. */
export interface Config {
  /** The address to listen on. */
  readonly host: string
  /** The port to listen on; undefined means the first free one from 3000 on. */
  readonly port: number | undefined
  /** The public root of the service, without a trailing slash; undefined means its listener. */
  readonly publicUrl: string | undefined
  /** The base of picture paths, without a trailing slash; undefined means `/media` of the public URL. */
  readonly mediaUrl: string | undefined
  /** Undefined means the embedded PostgreSQL in `dataDirectory`. It may name several hosts, one of which is the primary. */
  readonly databaseUrl: string | undefined
  readonly databasePoolSize: number
  /** Where the embedded PostgreSQL keeps its files. */
  readonly dataDirectory: string
  readonly logLevel: string
  /** Whether development-only settings are rejected. */
  readonly isProduction: boolean
  /** The address of the admin listener: health and metrics. */
  readonly adminHost: string
  /** The port of the admin listener; undefined means the first free one from 9400 on. */
  readonly adminPort: number | undefined
  /** The file with passwords for database URLs without one; `pg` reads it. */
  readonly passwordFile: string | undefined
  /** Whether the database URL leads to a pooler that assigns connections per transaction. */
  readonly isPooled: boolean
  /** Servers of which those that are streaming replicas are read from. Each URL names one host. */
  readonly databaseReplicaUrls: readonly string[]
  /** A replica that lags further behind is not used. */
  readonly databaseReplicaMaxLagMs: number
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** The hosts whose pictures the HTML views show, besides the media host; undefined means all. */
  readonly pictureHosts: readonly string[] | undefined
  /** Where vulnerabilities are reported (RFC 9116, Contact); undefined means there is no security.txt. */
  readonly securityContact: string | undefined
  /** Requests of one client a minute; 0 means no limit. */
  readonly rateLimitPerMinute: number
  /** The bytes that a user may have stored; Infinity means no limit. */
  readonly maxStoredBytes: number
  /** For how long the changes of a list have its deletions. */
  readonly changesRetentionDays: number
  /** Addresses and CIDR ranges of receivers of webhooks that are allowed besides public ones. */
  readonly webhookAllowedRanges: readonly string[]
  /** The terms on which the data are published, as an address; undefined means that the operator has named none. */
  readonly dataLicenseUrl: string | undefined
  /** Redis for rate limits that processes share; undefined means a limit per process. */
  readonly redisUrl: string | undefined
  /** The revision of the source, such as a commit, for the log and the metrics. */
  readonly revision: string | undefined
  /** Undefined if nothing is sent. */
  readonly telemetry: TelemetryConfig | undefined
  /** Warnings of variables without effect whose names are like those of settings. */
  readonly warnings: readonly string[]
}

/** The encodings of the OpenTelemetry Protocol that the service sends. */
const OTLP_PROTOCOLS = ['http/protobuf', 'http/json'] as const

type OtlpProtocol = (typeof OTLP_PROTOCOLS)[number]

/** The data for an OpenTelemetry collector. The libraries read the other standard variables. */
export interface TelemetryConfig {
  /** The encoding of traces; undefined if none are sent. */
  readonly traces: OtlpProtocol | undefined
  /** The encoding of the log; undefined if it is not sent. */
  readonly logs: OtlpProtocol | undefined
  readonly serviceName: string | undefined
}

/** The base of URLs in responses, so it is limited to the characters that the contract allows in them. */
const PLAIN_WEB_URL = /^https?:\/\/[A-Za-z0-9.[\]:-]+\/[A-Za-z0-9._~:/@!$&'()*+,;=%-]*$/

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads the configuration; the only reader of the environment.
 * @throws naming the variable, the allowed values, and the value unless it may hold a password.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // The names of all settings: each is read once below.
  const known = new Set<string>()
  const recorded = new Proxy(environment, {
    get(target, name) {
      known.add(String(name))
      return withoutStrayCharacters(String(name), target[String(name)])
    },
  })
  const settings = readSettings(recorded)
  return Object.freeze({ ...settings, warnings: misspeltNames(environment, known) })
}

/**
 * Rejects a value with such characters. A line break at the end of a file or a secret would be a part of a path, or of the name
 * of a database. The error does not repeat the value, which can have a password.
 */
function withoutStrayCharacters(name: string, value: string | undefined): string | undefined {
  if (value === undefined || !/^\s|\s$|\p{Cc}/u.test(value)) return value
  throw new Error(
    `${name} has a space at its start or end, or a line break or another control character: remove it.`,
  )
}

function readSettings(environment: NodeJS.ProcessEnv): Omit<Config, 'warnings'> {
  return {
    host: environment['HOST'] || '127.0.0.1',
    port: integer(environment, 'PORT', 1, 65_535),
    publicUrl: webUrl(environment, 'PUBLIC_URL'),
    mediaUrl: webUrl(environment, 'MEDIA_URL'),
    databaseUrl: databaseUrl(environment),
    databasePoolSize: integer(environment, 'DATABASE_POOL_SIZE', 1, 1_000) ?? 16,
    dataDirectory: path.resolve(environment['DATA_DIRECTORY'] || path.join(projectRoot(), '.data')),
    logLevel: oneOf(environment, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
    isProduction:
      oneOf(environment, 'NODE_ENV', ['production', 'development', 'test']) === 'production',
    adminHost: environment['ADMIN_HOST'] || '127.0.0.1',
    adminPort: integer(environment, 'ADMIN_PORT', 1, 65_535),
    passwordFile: environment['PGPASSFILE'] || undefined,
    isPooled: oneOf(environment, 'DATABASE_POOLER', ['transaction']) !== undefined,
    databaseReplicaUrls: databaseReplicaUrls(environment),
    databaseReplicaMaxLagMs:
      integer(environment, 'DATABASE_REPLICA_MAX_LAG_MS', 100, 600_000) ?? 10_000,
    trustedProxies: trustedProxies(environment),
    pictureHosts: pictureHosts(environment),
    securityContact: contactUri(environment, 'SECURITY_CONTACT'),
    rateLimitPerMinute: integer(environment, 'RATE_LIMIT_PER_MINUTE', 0, 1_000_000_000) ?? 6_000,
    maxStoredBytes: storedBytes(environment),
    webhookAllowedRanges: addressRanges(environment, 'WEBHOOK_ALLOWED_RANGES'),
    changesRetentionDays: integer(environment, 'CHANGES_RETENTION_DAYS', 7, 3_650) ?? 30,
    dataLicenseUrl: documentUrl(environment, 'DATA_LICENSE_URL'),
    redisUrl: redisUrl(environment),
    revision: environment['REVISION'] || undefined,
    telemetry: telemetryConfig(environment),
  }
}

/**
 * Only some variables of OpenTelemetry are read here. A variable named like a setting with a value is that of another program.
 */
function misspeltNames(environment: NodeJS.ProcessEnv, known: ReadonlySet<string>): string[] {
  const others = Object.keys(environment).filter((name) => environment[name] && !known.has(name))
  const absent = [...known].filter((name) => !environment[name])
  return others
    .filter((name) => !name.startsWith('OTEL_'))
    .flatMap((name) => {
      const meant = similarName(name, absent)
      return meant === undefined
        ? []
        : [`The variable ${name} has no effect. If it should be ${meant}, rename it.`]
    })
}

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [
  name,
  `parentbased_${name}`,
])

/** The variables are those of OpenTelemetry ("Environment Variable Specification"). */
function telemetryConfig(environment: NodeJS.ProcessEnv): TelemetryConfig | undefined {
  if (oneOf(environment, 'OTEL_SDK_DISABLED', ['true', 'false']) === 'true') return undefined
  const traces = otlpProtocol(environment, 'TRACES')
  const logs = otlpProtocol(environment, 'LOGS')
  if (traces === undefined && logs === undefined) return undefined
  // The libraries would replace an invalid value by another one.
  oneOf(environment, 'OTEL_TRACES_SAMPLER', SAMPLERS)
  const ratio = environment['OTEL_TRACES_SAMPLER_ARG']
  if (ratio && !/^(0?\.\d+|[01](\.0+)?)$/.test(ratio)) {
    throw new Error(`OTEL_TRACES_SAMPLER_ARG is "${ratio}" but must be a number from 0 to 1.`)
  }
  for (const signal of ['', 'TRACES_', 'LOGS_']) {
    for (const file of ['CERTIFICATE', 'CLIENT_CERTIFICATE', 'CLIENT_KEY']) {
      requireFile(environment, `OTEL_EXPORTER_OTLP_${signal}${file}`)
    }
    requireHeaders(environment, `OTEL_EXPORTER_OTLP_${signal}HEADERS`)
  }
  return { traces, logs, serviceName: environment['OTEL_SERVICE_NAME'] || undefined }
}

/** The libraries would go on without the file. */
function requireFile(environment: NodeJS.ProcessEnv, name: string): void {
  const file = environment[name]
  if (!file || canRead(file)) return
  throw new Error(
    `${name} is "${file}" but must name a file that the account of the service can read.`,
  )
}

function canRead(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return !statSync(file).isDirectory()
  } catch {
    return false
  }
}

/** The libraries would leave out a header that they cannot read. The values may be secret, so no error repeats them. */
function requireHeaders(environment: NodeJS.ProcessEnv, name: string): void {
  for (const header of listed(environment, name)) {
    const [key = '', value = ''] = header.split(/=(.*)/s).map((text) => text.trim())
    try {
      validateHeaderName(decodeURIComponent(key))
      validateHeaderValue(key, decodeURIComponent(value))
      if (value !== '' && !header.includes(';')) continue
    } catch {}
    throw new Error(
      `${name} must look like name=value,other=value, with special characters percent-encoded (a space is %20).`,
    )
  }
}

function otlpProtocol(
  environment: NodeJS.ProcessEnv,
  signal: 'TRACES' | 'LOGS',
): OtlpProtocol | undefined {
  const endpoint =
    webUrl(environment, `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`) ??
    webUrl(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  const exporter = oneOf(environment, `OTEL_${signal}_EXPORTER`, ['otlp', 'none'])
  if (endpoint === undefined || exporter === 'none') return undefined
  return (
    oneOf(environment, `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`, OTLP_PROTOCOLS) ??
    oneOf(environment, 'OTEL_EXPORTER_OTLP_PROTOCOL', OTLP_PROTOCOLS) ??
    'http/protobuf'
  )
}

/** The error of a configuration that is not safe in production; each line names a remedy. */
export function productionError(lines: readonly string[]): Error {
  return new Error(`NODE_ENV is production, so:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

/** For production: without the setting, a command would work on an empty database of its own. */
export const NEEDS_DATABASE_URL =
  'DATABASE_URL must name a database: the embedded one is for development.'

/** The folder of package.json, for the sources as well as for the build. */
export function projectRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
  return folder
}

function integer(
  environment: NodeJS.ProcessEnv,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const text = environment[name]
  if (!text) return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new Error(`${name} is "${text}" but must be a whole number from ${min} to ${max}.`)
  }
  return value
}

/** 0 means no limit. By default, about two million ordinary artworks. */
function storedBytes(environment: NodeJS.ProcessEnv): number {
  const mebibytes = integer(environment, 'STORAGE_MIB_PER_USER', 0, 1_000_000_000) ?? 16_384
  return mebibytes === 0 ? Infinity : mebibytes * 1024 * 1024
}

function webUrl(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  return documentUrl(environment, name)?.replace(/\/+$/, '')
}

function documentUrl(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = environment[name]
  if (!text) return undefined
  const url = parsedUrl(text)
  if (!url || !PLAIN_WEB_URL.test(url.href)) {
    // With a user, it may have a password.
    const shown = text.includes('@') ? '' : `is "${text}" but `
    throw new Error(
      `${name} ${shown}must be an http or https URL without a user or a query, such as https://art.example.`,
    )
  }
  return url.href
}

function databaseUrl(environment: NodeJS.ProcessEnv): string | undefined {
  const text = environment['DATABASE_URL']
  if (!text) return undefined
  const target = parameterOf(text, 'target_session_attrs') ?? 'read-write'
  if (!['read-write', 'primary', 'any'].includes(target)) {
    throw new Error(
      `DATABASE_URL has target_session_attrs=${target} but must have read-write, because the service writes.`,
    )
  }
  return postgresUrl('DATABASE_URL', text)
}

/** A comma also separates the hosts of a URL. Which of them are replicas is found while the service runs. */
function databaseReplicaUrls(environment: NodeJS.ProcessEnv): string[] {
  const name = 'DATABASE_REPLICA_URLS'
  const texts = (environment[name] ?? '').split(/,\s*(?=postgres(?:ql)?:\/\/)/)
  const urls = texts.map((text) => text.trim()).filter((text) => text !== '')
  return urls.flatMap((url) => hostUrls(postgresUrl(name, url)))
}

/** The value is not repeated in the error: it may hold a password. */
function postgresUrl(name: string, text: string): string {
  if (namesHostsTwice(text)) {
    throw new Error(
      `${name} names hosts twice: remove the parameter host, or the hosts between @ and the database.`,
    )
  }
  // A URL without a host is for a Unix socket.
  const isUrl = (each: string): boolean =>
    parsedUrl(each.replace('@/', '@localhost/')) !== undefined &&
    // `pg` takes a lone % as it is.
    isDecodable(each.replaceAll(/%(?![\da-f]{2})/gi, '%25'))
  // Two URLs with a wrong separator: the second one, with its password, would be a part of the name of the database.
  const isOne = text.lastIndexOf('://') === text.indexOf('://')
  if (!/^postgres(ql)?:\/\//.test(text) || !isOne || !hostUrls(text).every(isUrl)) {
    throw new Error(
      `${name} must look like postgresql://user:password@host:5432/database, with special characters percent-encoded (# is %23).`,
    )
  }
  requireTls(name, text)
  requireNoTimeLimit(name, text)
  return text
}

/** `pg` would prefer them to those of the service: a short one would let every start fail, and a long one no request end. */
const TIME_LIMITS = [
  'query_timeout',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
]

function requireNoTimeLimit(name: string, url: string): void {
  const limit = TIME_LIMITS.find((each) => parameterOf(url, each) !== undefined)
  if (limit === undefined) return
  throw new Error(`${name} has ${limit} but must not: the service sets its own time limits.`)
}

/** `pg` would take any other mode for verify-full. */
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** The error of `pg` has the path of a file, but not the setting that names it. */
function requireTls(name: string, url: string): void {
  const mode = parameterOf(url, 'sslmode')
  if (mode !== undefined && !SSL_MODES.includes(mode)) {
    throw new Error(
      `${name} has sslmode=${mode} but must have one of ${SSL_MODES.join(', ')}; verify-full is the safest.`,
    )
  }
  for (const parameter of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameterOf(url, parameter)
    if (file === undefined || canRead(file)) continue
    throw new Error(
      `${name} has ${parameter}=${file} but must name a file that the account of the service can read.`,
    )
  }
}

/** A web page, an e-mail address or a telephone number as a URI (RFC 9116, section 2.5.3). */
function contactUri(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = environment[name]
  if (!text) return undefined
  if (/^(https:\/\/|mailto:|tel:)[!-~]+$/.test(text)) return text
  throw new Error(
    `${name} is "${text}" but must be an https, mailto or tel URI, such as mailto:security@art.example.`,
  )
}

/** `none` allows the media host only. */
function pictureHosts(environment: NodeJS.ProcessEnv): string[] | undefined {
  const hosts = listed(environment, 'PICTURE_HOSTS')
  if (hosts.length === 0) return undefined
  if (hosts.join() === 'none') return []
  for (const host of hosts) {
    if (/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/.test(host)) continue
    throw new Error(
      `PICTURE_HOSTS has "${host}" but must have hosts in lower case, such as *.cdn.example, or be none.`,
    )
  }
  return hosts
}

/** The value is not repeated in the error: it may hold a password. */
function redisUrl(environment: NodeJS.ProcessEnv): string | undefined {
  const text = environment['REDIS_URL']
  if (!text) return undefined
  const url = /^rediss?:\/\//.test(text) ? parsedUrl(text) : undefined
  if (url !== undefined && /^\/?\d*\/?$/.test(url.pathname) && isDecodable(text)) return text
  throw new Error(
    'REDIS_URL must look like redis://user:password@host:6379/0, with special characters percent-encoded (# is %23).',
  )
}

/** Libraries fail on percent-encoded bytes that are no text, without the name of the setting. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The comma-separated values of a variable. */
function listed(environment: NodeJS.ProcessEnv, name: string): string[] {
  const texts = (environment[name] ?? '').split(',').map((text) => text.trim())
  return texts.filter((text) => text !== '')
}

function addressRanges(environment: NodeJS.ProcessEnv, name: string): string[] {
  const texts = listed(environment, name)
  const wrong = texts.find((text) => !isAddressRange(text))
  if (wrong === undefined) return texts
  throw new Error(
    `${name} has "${wrong}" but must have addresses or CIDR ranges, such as 10.0.0.0/8.`,
  )
}

function trustedProxies(environment: NodeJS.ProcessEnv): string[] {
  const ranges = addressRanges(environment, 'TRUSTED_PROXIES')
  const all = ranges.find((range) => /\/0+$/.test(range))
  if (all === undefined) return ranges
  throw new Error(
    `TRUSTED_PROXIES has "${all}" but must have the addresses of your proxies alone: others could name any address as theirs.`,
  )
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...others] = text.split('/')
  const version = isIP(address)
  const isRange =
    bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  return version !== 0 && isRange && others.length === 0
}

function oneOf<Value extends string>(
  environment: NodeJS.ProcessEnv,
  name: string,
  allowed: readonly Value[],
): Value | undefined {
  const text = environment[name]
  if (!text) return undefined
  const value = allowed.find((each) => each === text)
  if (value === undefined)
    throw new Error(`${name} is "${text}" but must be one of ${allowed.join(', ')}.`)
  return value
}

/**
 * Parses a URL; undefined if it is invalid. It does not use URL.canParse: after some thousand calls, that
 * of Node 22.12 rejects every URL that is not ASCII.
 */
export function parsedUrl(text: string): URL | undefined {
  return URL.parse(text) ?? undefined
}
