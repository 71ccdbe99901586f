import { isScope, SCOPES, type Scope } from '../../src/auth/principal.ts'
import { parseOptions, TEXT } from '../command-line.ts'

export const USAGE = `Usage: npm run keys -- COMMAND

  create --owner NAME --scopes A,B [--expires TIME]
                                 makes a key for the user NAME, and the user if there is none
  list                           lists the keys without their secrets
  revoke ID                      ends a key at once
  rotate ID [--overlap TIME]     makes a key that replaces another, which stays valid for
                                 the overlap; default 24h

Scopes: ${SCOPES.join(', ')}.
  artworks:write                 artworks of the galleries of which the user is a member
  catalogue:write                artists, tags, venues and new galleries
  events:write                   events of the user, and new venues
  webhooks                       webhooks of the user
  admin                          everything, including categories
A member of a gallery may also change the gallery with artworks:write or catalogue:write.
TIME is such as 30m, 12h or 90d; a key made without --expires does not expire.
A new key is printed once, alone on standard output:
  KEY=$(npm run -s keys -- create --owner NAME --scopes events:write)
`

export type KeyCommand = ReturnType<typeof readArguments>
export type KeyCommandNamed<Name> = Extract<KeyCommand, { readonly name: Name }>

/** @throws naming the error of the command line. */
export function readArguments(args: readonly string[]) {
  const [name, ...rest] = args
  if (name === 'create') return readCreate(rest)
  if (name === 'list') {
    rejectMore(parseOptions(rest, {}, true).positionals)
    return { name } as const
  }
  if (name === 'revoke')
    return { name, id: readId(parseOptions(rest, {}, true).positionals) } as const
  if (name === 'rotate') return readRotate(rest)
  throw new KeyError(name === undefined ? 'A command is needed.' : `"${name}" is no command.`)
}

/** The owner's name is not yet validated; the lifetime is null for a key that does not expire. */
function readCreate(args: readonly string[]) {
  const { values, positionals } = parseOptions(
    args,
    { owner: TEXT, scopes: TEXT, expires: TEXT },
    true,
  )
  const { owner, scopes, expires } = values
  if (owner === undefined) throw new KeyError('create needs --owner NAME.')
  if (scopes === undefined) throw new KeyError('create needs --scopes A,B.')
  rejectMore(positionals)
  const lifetimeSeconds = expires === undefined ? null : durationSeconds('expires', expires)
  return { name: 'create', owner, scopes: readScopes(scopes), lifetimeSeconds } as const
}

function readRotate(args: readonly string[]) {
  const overlap = { ...TEXT, default: '24h' }
  const { values, positionals } = parseOptions(args, { overlap }, true)
  const overlapSeconds = durationSeconds('overlap', values.overlap)
  return { name: 'rotate', id: readId(positionals), overlapSeconds } as const
}

/** Each scope once, in the order of SCOPES. */
function readScopes(text: string): Scope[] {
  const given = text.split(',').map((scope) => scope.trim())
  const unknown = given.find((scope) => !isScope(scope))
  if (unknown === undefined) return SCOPES.filter((scope) => given.includes(scope))
  throw new KeyError(`"${unknown}" is no scope. The scopes are ${SCOPES.join(', ')}.`)
}

const MAX_ID = 2 ** 31 - 1

/** An invalid argument is not repeated in the error: it may be a key. */
function readId([text, ...others]: readonly string[]): number {
  rejectMore(others)
  if (text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID)
    return Number(text)
  throw new KeyError('The ID of a key is needed: the number that `npm run keys -- list` shows.')
}

function rejectMore(others: readonly string[]): void {
  if (others.length === 0) return
  throw new KeyError(`${others.length === 1 ? 'One argument is' : 'Some arguments are'} too many.`)
}

const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 }

/**
 * Seconds of `30m`, `12h` or `90d`.
 * @throws {KeyError} naming the option.
 */
function durationSeconds(option: string, text: string): number {
  const [, number = '', unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? []
  const seconds = SECONDS[unit]
  if (seconds !== undefined) return Number(number) * seconds
  throw new KeyError(
    `--${option} is "${text}" but must be 1 to 9999 minutes, hours or days, such as 30m, 12h or 90d.`,
  )
}

/** Ends a command; the message is for its user. */
export class KeyError extends Error {
  override readonly name = 'KeyError'
}
