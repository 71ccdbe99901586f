import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parsedUrl } from './parsed-url.ts'

/** Everything that can be set from outside. Units are in the names. */
export interface Config {
  /** The address to listen on. */
  readonly host: string
  /** The port to listen on; undefined means the first free one from 3000 on. */
  readonly port: number | undefined
  /** Where clients reach the service, without a slash at the end; undefined means where it listens. */
  readonly publicUrl: string | undefined
  /** What picture paths are resolved against, without a slash at the end; undefined means `/media` of the public URL. */
  readonly mediaUrl: string | undefined
  /** A PostgreSQL to use; undefined means the embedded one in `dataDirectory`. */
  readonly databaseUrl: string | undefined
  readonly databasePoolSize: number
  /** Where the embedded PostgreSQL keeps its files. */
  readonly dataDirectory: string
  readonly logLevel: string
}

/** Every address in an answer begins with one, so it has what addresses there may have, and no more. */
const PLAIN_WEB_URL = /^https?:\/\/[A-Za-z0-9.[\]:-]+\/[A-Za-z0-9._~:/@!$&'()*+,;=%-]*$/

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads the configuration; the only reader of the environment.
 * @throws naming the variable, what it holds and what it should.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  return Object.freeze({
    host: environment['HOST'] || '127.0.0.1',
    port: integer(environment, 'PORT', 1, 65_535),
    publicUrl: webUrl(environment, 'PUBLIC_URL'),
    mediaUrl: webUrl(environment, 'MEDIA_URL'),
    databaseUrl: databaseUrl(environment),
    databasePoolSize: integer(environment, 'DATABASE_POOL_SIZE', 1, 1_000) ?? 16,
    dataDirectory: path.resolve(environment['DATA_DIRECTORY'] || path.join(projectRoot(), '.data')),
    logLevel: oneOf(environment, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
  })
}

/** The folder that package.json is in, from the sources as well as from what is built of them. */
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

function webUrl(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = environment[name]
  if (!text) return undefined
  const url = parsedUrl(text)
  if (!url || !PLAIN_WEB_URL.test(url.href)) {
    throw new Error(
      `${name} is "${text}" but must be an http or https URL without a user or a query, such as https://art.example.`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

/** The value is not repeated in the error: it may hold a password. */
function databaseUrl(environment: NodeJS.ProcessEnv): string | undefined {
  const text = environment['DATABASE_URL']
  if (!text) return undefined
  if (!/^postgres(ql)?:\/\//.test(text)) {
    throw new Error('DATABASE_URL must look like postgresql://user:password@host:5432/database.')
  }
  return text
}

function oneOf(
  environment: NodeJS.ProcessEnv,
  name: string,
  allowed: readonly string[],
): string | undefined {
  const text = environment[name]
  if (!text) return undefined
  if (!allowed.includes(text))
    throw new Error(`${name} is "${text}" but must be one of ${allowed.join(', ')}.`)
  return text
}
