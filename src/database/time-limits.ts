/**
 * How long anything about the database may take, each limit inside the next, so that whoever is nearest
 * to a fault ends it: PostgreSQL ends a statement; where it cannot be heard, the connection is given up
 * for lost; and where that is not enough, the request is answered.
 */

/** For connections that serve requests. */
export const REQUEST_LIMITS = {
  // Whoever began before a network was mended has to fail before somebody can begin anew.
  connectTimeoutMs: 800,
  statementTimeoutMs: 2_000,
  mostWaitingEach: 8,
} as const

/** For what no request waits for: it may take long, and is not to hang for ever. */
export const WORK_LIMITS = { connectTimeoutMs: 3_000, statementTimeoutMs: 60_000 } as const

/** After the end of its time, a statement is given so long for the word of it to come. */
export const WORD_OF_END_MS = 500

/** Until a request is answered, from when its operation begins: within three seconds, as is promised. */
export const REQUEST_DEADLINE_MS = 2_800

/** Before that, until it is known who sends it. */
export const AUTHENTICATION_DEADLINE_MS = 2_000
