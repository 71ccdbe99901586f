import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface DatabaseProxy extends TcpProxy {
  /** Connection URL of the same database, through this proxy. */
  readonly url: string
}

/** @param databaseUrl of a database on 127.0.0.1, or on the Unix socket of `host` in its query. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl.replace('@/', '@127.0.0.1/'))
  const port = Number(url.port || 5432)
  const directory = url.searchParams.get('host')
  const proxy = await startTcpProxy(
    directory === null ? { host: url.hostname, port } : { path: `${directory}/.s.PGSQL.${port}` },
  )
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { ...proxy, url: url.href }
}

/** The fate of a COMMIT: it passes, or the connection is cut before or after it. */
export type Fate = 'passes' | 'commit is lost' | 'reply is lost'

interface CommitPlan {
  readonly fate: Fate
  /** Whether the client is cut off with a reset, not with a normal end. */
  readonly reset?: boolean
}

/** The faults that the network applies to bytes from now on; a fault that is not named is off. */
interface Fault {
  /** A black hole: connections are accepted, and no bytes pass in either direction. */
  readonly isSilent?: boolean
  /** The delay of each byte in both directions. */
  readonly latencyMs?: number
  /** The maximum bytes of a packet in both directions. */
  readonly sliceBytes?: number
  /** A connection is reset after so many more bytes from the server. */
  readonly cutAfterBytes?: number
  /** Plans each COMMIT. */
  readonly commits?: () => CommitPlan
}

interface TcpProxy {
  /** On 127.0.0.1. */
  readonly port: number
  /** The number of accepted connections. */
  connections(): number
  /** The number of COMMITs with each planned fate; a lost reply counts when the server has sent it. */
  readonly fates: Readonly<Record<Fate, number>>
  /** Replaces the current fault; without an argument, ends it. */
  suffer(fault?: Fault): void
  /** Ends the fault, except that existing connections stay silent, as behind a firewall. */
  forget(): void
  /** Resets all connections. */
  reset(): void
  close(): Promise<void>
}

interface Line {
  readonly client: Socket
  readonly server: Socket
  isForgotten: boolean
  /** Whether its COMMIT or the reply was lost. */
  isCut: boolean
  /** Bytes from the server since the fault began. */
  received: number
}

/** A TCP proxy that injects network faults. */
async function startTcpProxy(server: NetConnectOpts): Promise<TcpProxy> {
  const network = new Network()
  const lines = new Set<Line>()
  let connections = 0
  const listener = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    connections += 1
    const line = { client, server: connect(server), isForgotten: false, isCut: false, received: 0 }
    lines.add(line)
    line.server.setNoDelay(true)
    void Promise.all([relay(network, line, 'server'), relay(network, line, 'client')]).finally(() =>
      lines.delete(line),
    )
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    port,
    connections: () => connections,
    fates: network.fates,
    suffer(fault = {}) {
      for (const line of lines) line.received = 0
      network.suffer(fault)
    },
    forget() {
      for (const line of lines) line.isForgotten = true
      network.suffer({})
    },
    reset() {
      for (const line of lines) cut(line)
    },
    async close() {
      listener.close()
      for (const line of lines) cut(line)
      network.suffer({})
      if (listener.listening) await once(listener, 'close')
    },
  }
}

/** The current fault, and the end of a silence. */
class Network {
  fault: Fault = {}
  readonly fates: Record<Fate, number> = { passes: 0, 'commit is lost': 0, 'reply is lost': 0 }
  #silence: PromiseWithResolve | undefined

  suffer(fault: Fault): void {
    this.fault = fault
    if (fault.isSilent === true) this.#silence ??= promiseWithResolve()
    else {
      this.#silence?.resolve()
      this.#silence = undefined
    }
  }

  /** Undefined when bytes pass. */
  get silence(): Promise<void> | undefined {
    return this.#silence?.promise
  }
}

interface PromiseWithResolve {
  readonly promise: Promise<void>
  resolve(): void
}

function promiseWithResolve(): PromiseWithResolve {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Passes on, in order, what comes from one end until it ends; resolves when all has been passed on. */
function relay(network: Network, line: Line, from: 'client' | 'server'): Promise<void> {
  const source = line[from]
  const target = line[from === 'client' ? 'server' : 'client']
  let passing = Promise.resolve()
  const passEnd = async (): Promise<void> => {
    await network.silence
    if (!line.isForgotten) target.end()
  }
  source.on('data', (chunk: Buffer) => {
    const due = performance.now() + (network.fault.latencyMs ?? 0)
    passing = passing.then(() => pass(network, line, { from, chunk, due }))
  })
  source.on('end', () => {
    passing = passing.then(passEnd)
  })
  // The close event reports errors, too.
  source.on('error', () => {})
  return new Promise((resolve) => {
    source.on('close', (isBroken) => {
      const passClose = async (): Promise<void> => {
        await network.silence
        if (line.isCut) return
        if (!line.isForgotten || from === 'client') end(target, isBroken)
      }
      void passing.then(passClose).finally(resolve)
    })
  })
}

function end(target: Socket, isBroken: boolean): void {
  if (isBroken) breakOff(target)
  else target.destroySoon()
}

interface Passage {
  readonly from: 'client' | 'server'
  readonly chunk: Buffer
  /** The earliest arrival, in milliseconds of `performance.now`. */
  readonly due: number
}

async function pass(network: Network, line: Line, { from, chunk, due }: Passage): Promise<void> {
  const wait = due - performance.now()
  if (wait > 0) await sleep(wait)
  const plan = from === 'client' && isCommit(chunk) ? network.fault.commits?.() : undefined
  if (plan !== undefined && plan.fate !== 'passes') return loseCommit(network, line, chunk, plan)
  if (plan !== undefined) network.fates.passes += 1
  const target = line[from === 'client' ? 'server' : 'client']
  const size = network.fault.sliceBytes ?? chunk.length
  for (let start = 0; start < chunk.length; start += size) {
    await network.silence
    if (line.isForgotten || target.destroyed) return
    const piece = chunk.subarray(start, start + size)
    if (from === 'server' && isCutIn(network, line, piece)) return
    target.write(piece)
    // Otherwise the kernel would merge pieces.
    if (size < chunk.length) await new Promise(setImmediate)
  }
}

/**
 * Whether a client sends COMMIT, by a simple query or by Parse, which has the name of the statement before the text
 * (PostgreSQL documentation, "Message Formats").
 */
function isCommit(chunk: Buffer): boolean {
  return /Q[^]{4}\s*commit\b|P[^]{4}[^\0]*\0\s*commit\b/i.test(chunk.toString('latin1'))
}

/** Cuts the client off, and the server before or after the COMMIT. */
function loseCommit(
  { fates }: Network,
  line: Line,
  commit: Buffer,
  { fate, reset = false }: CommitPlan,
): void {
  const { client, server } = line
  line.isCut = true
  if (reset) client.resetAndDestroy()
  else client.destroy()
  if (fate === 'commit is lost') {
    fates[fate] += 1
    server.destroy()
    return
  }
  // Replies to statements that were sent with the COMMIT come before.
  server.on('data', (reply: Buffer) => {
    if (reply.includes('COMMIT')) fates[fate] += 1
    if (/COMMIT|ROLLBACK/.test(reply.toString('latin1'))) server.destroy()
  })
  server.write(commit)
}

/** Forwards the allowed bytes of a piece, and resets the connection at their end. */
function isCutIn({ fault }: Network, line: Line, piece: Buffer): boolean {
  line.received += piece.length
  const surplus = line.received - (fault.cutAfterBytes ?? Infinity)
  if (surplus < 0) return false
  line.client.write(piece.subarray(0, piece.length - surplus), () => cut(line))
  return true
}

function cut({ client, server }: Line): void {
  breakOff(client)
  breakOff(server)
}

/** With a reset, except on a Unix socket, which has none. */
function breakOff(socket: Socket): void {
  if (socket.destroyed) return
  if (socket.remoteFamily === undefined) socket.destroy()
  else socket.resetAndDestroy()
}
