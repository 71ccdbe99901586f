import type { Server } from 'node:http'

/** A turn of the event loop that takes longer has done more than to accept a connection and to parse its first request. */
const MAX_ACCEPT_MS = 2

/** Turns in a row that have each accepted a connection: further ones seem to wait. */
const MIN_TURNS = 8

/** So that work goes on, however many connections come. */
const MAX_PAUSE_MS = 200

/**
 * Pauses work while connections wait to be accepted. Node accepts one in each turn of the event loop. So if turns were long,
 * a client with thousands of new connections would keep all other new ones waiting for as many long turns.
 */
export interface AcceptTurns {
  /** Whether no work may begin now. */
  readonly isPausing: boolean
  /** Calls `resume` after each pause. */
  onResume(resume: () => void): void
  watch(server: Server): void
}

/** While connections come in each turn, short turns get as much time as long ones. */
export function createAcceptTurns(): AcceptTurns {
  const resumes: (() => void)[] = []
  let isPausing = false
  let hasAccepted = false
  /** In a row with a connection; 0 while none come. */
  let turns = 0
  let [turnBegan, pauseBegan] = [0, 0]
  /** The time of long turns that short ones have not had yet. */
  let owedMs = 0

  const setPausing = (value: boolean): void => {
    if (isPausing === value) return
    isPausing = value
    if (!value) for (const resume of resumes) resume()
  }
  const endTurn = (): void => {
    if (!hasAccepted) {
      turns = 0
      owedMs = 0
      return setPausing(false)
    }
    hasAccepted = false
    turns += 1
    const now = performance.now()
    const ms = now - turnBegan
    turnBegan = now
    owedMs = Math.max(0, ms > MAX_ACCEPT_MS ? owedMs + ms : owedMs - ms)
    if (!isPausing) pauseBegan = now
    if (now - pauseBegan >= MAX_PAUSE_MS) owedMs = 0
    setPausing(owedMs > 0 && turns > MIN_TURNS)
    setImmediate(endTurn)
  }
  return {
    get isPausing() {
      return isPausing
    },
    onResume: (resume) => void resumes.push(resume),
    watch(server) {
      server.on('connection', () => {
        hasAccepted = true
        if (turns > 0) return
        turns = 1
        turnBegan = performance.now()
        setImmediate(endTurn)
      })
    },
  }
}
