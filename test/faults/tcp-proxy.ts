import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The faults that the network applies to bytes from now on; a fault that is not named is off. */
export interface Fault {
  /** A black hole: connections are made, and nothing comes through, either way, until it is over. */
  readonly isSilent?: boolean
  /** How much later each byte comes, either way. */
  readonly latencyMs?: number
  /** Bytes of one piece at most, either way, each sent by itself. */
  readonly sliceBytes?: number
  /** A connection is reset once so many more bytes have come from the server. */
  readonly cutAfterBytes?: number
}

export interface TcpProxy {
  /** On 127.0.0.1. */
  readonly port: number
  /** How many connections were made through it. */
  connections(): number
  /** In place of the fault before; without one, the network is whole again. */
  suffer(fault?: Fault): void
  /** As `suffer()`, but what was connected until now stays silent for ever, as behind a firewall. */
  forget(): void
  /** Resets all connections. */
  reset(): void
  close(): Promise<void>
}

interface Line {
  readonly client: Socket
  readonly server: Socket
  isForgotten: boolean
  /** From the server, since the fault began. */
  received: number
}

/** Stands between clients and a server, and does to what passes what bad networks do. */
export async function startTcpProxy(server: NetConnectOpts): Promise<TcpProxy> {
  const network = new Network()
  const lines = new Set<Line>()
  let connections = 0
  const listener = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    connections += 1
    const line = { client, server: connect(server), isForgotten: false, received: 0 }
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

/** The fault of now, and the end of a silence for all that wait for it. */
class Network {
  fault: Fault = {}
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
  // Errors say nothing more than the end does.
  source.on('error', () => {})
  return new Promise((resolve) => {
    source.on('close', (isBroken) => {
      const passClose = async (): Promise<void> => {
        await network.silence
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
  /** When it comes at the earliest, in the time of performance.now(). */
  readonly due: number
}

async function pass(network: Network, line: Line, { from, chunk, due }: Passage): Promise<void> {
  const wait = due - performance.now()
  if (wait > 0) await sleep(wait)
  const target = line[from === 'client' ? 'server' : 'client']
  const size = network.fault.sliceBytes ?? chunk.length
  for (let start = 0; start < chunk.length; start += size) {
    await network.silence
    if (line.isForgotten || target.destroyed) return
    const piece = chunk.subarray(start, start + size)
    if (from === 'server' && isCutIn(network, line, piece)) return
    target.write(piece)
    // Or the kernel would send several as one.
    if (size < chunk.length) await new Promise(setImmediate)
  }
}

/** Lets through what is allowed of a piece, and cuts the connection where no more is. */
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

/** By a reset, where there is such a thing: a Unix socket knows none. */
function breakOff(socket: Socket): void {
  if (socket.destroyed) return
  if (socket.remoteFamily === undefined) socket.destroy()
  else socket.resetAndDestroy()
}
