import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Messages of a client that the server executes together. */
interface ClientRequest {
  readonly bytes: Buffer
  readonly isCommit: boolean
}

/** Parse, Bind, Describe, Execute and Close do nothing before the Sync or Flush that follows them. */
const DEFERRED = 'PBDEC'

/**
 * Reads what a client sends to PostgreSQL, without TLS, chunk by chunk (PostgreSQL documentation,
 * "Message Flow" and "Message Formats").
 */
function clientRequests(): (chunk: Buffer) => ClientRequest[] {
  const split = messages()
  let waiting: Buffer[] = []
  return (chunk) => {
    const requests: ClientRequest[] = []
    for (const message of split(chunk)) {
      waiting.push(message)
      if (DEFERRED.includes(typeOf(message))) continue
      requests.push({ bytes: Buffer.concat(waiting), isCommit: waiting.some(isCommitMessage) })
      waiting = []
    }
    return requests
  }
}

/** Splits the stream. Each message is a type of one byte and a length, but the first one has no type. */
function messages(): (chunk: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0)
  let typeLength = 0
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const whole: Buffer[] = []
    while (rest.length >= typeLength + 4) {
      const end = typeLength + rest.readUInt32BE(typeLength)
      if (rest.length < end) break
      whole.push(rest.subarray(0, end))
      rest = rest.subarray(end)
      typeLength = 1
    }
    return whole
  }
}

function typeOf(message: Buffer): string {
  return message.toString('latin1', 0, 1)
}

/** A simple query is its text; a Parse has the name of the statement before the text. */
function isCommitMessage(message: Buffer): boolean {
  const [first = '', second = ''] = message.toString('latin1', 5).split('\0', 2)
  const text = { Q: first, P: second }[typeOf(message)] ?? ''
  return /^\s*commit\b/i.test(text)
}

/** The fate of a COMMIT: it passes, or the connection is cut before or after it. */
export type Fate = 'passes' | 'commit is lost' | 'reply is lost'

interface CommitPlan {
  readonly fate: Fate
  /** The client is cut off at once; the server gets the COMMIT, or loses its connection, after this delay. */
  readonly holdMs?: number
  /** Whether the client is cut off with a reset, not with a normal end. */
  readonly reset?: boolean
}

export interface CuttingProxy {
  /** The same database through this proxy. */
  readonly url: string
  /** The number of COMMITs with each fate; a lost reply counts when the server has sent it. */
  readonly counts: Readonly<Record<Fate, number>>
  /** The number of connections through it. */
  readonly connections: number
  /** Plans each COMMIT from now on; until then all pass. */
  decide(plan: () => CommitPlan): void
  close(): Promise<void>
}

/** A proxy of the server whose Unix socket `databaseUrl` names. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const { pathname, searchParams } = new URL(databaseUrl.replace('@/', '@localhost/'))
  const counts = { passes: 0, 'commit is lost': 0, 'reply is lost': 0 }
  const sockets = new Set<Socket>()
  let plan = (): CommitPlan => ({ fate: 'passes' })
  let connections = 0
  const listener = createServer({ noDelay: true }, (client) => {
    connections += 1
    const server = connect(`${searchParams.get('host')}/.s.PGSQL.5432`)
    for (const socket of [client, server]) track(socket, sockets)
    relay({ client, server }, { plan: () => plan(), count: (fate) => (counts[fate] += 1) })
  })
  return {
    url: `postgresql://postgres@127.0.0.1:${await listen(listener)}${pathname}`,
    counts,
    get connections() {
      return connections
    },
    decide: (next) => {
      plan = next
    },
    close: () => close(listener, sockets),
  }
}

/** Ignores errors, because connections are cut on purpose. */
function track(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.on('close', () => sockets.delete(socket))
}

async function listen(listener: Server): Promise<number> {
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return (listener.address() as AddressInfo).port
}

async function close(listener: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = once(listener, 'close')
  listener.close()
  for (const socket of sockets) socket.destroy()
  await closed
}

interface Relay {
  readonly client: Socket
  readonly server: Socket
}

interface Decisions {
  plan(): CommitPlan
  count(fate: Fate): void
}

function relay({ client, server }: Relay, { plan, count }: Decisions): void {
  const read = clientRequests()
  const response = (chunk: Buffer): unknown => client.write(chunk)
  const leave = (): unknown => server.end()
  client.on('data', (chunk) => {
    for (const { bytes, isCommit } of read(chunk)) {
      const { fate, ...timing } = isCommit ? plan() : { fate: undefined }
      if (fate === 'commit is lost' || fate === 'reply is lost') {
        server.off('data', response)
        client.off('close', leave)
        cut({ client, server }, { fate, ...timing }, bytes, count)
        return
      }
      if (fate !== undefined) count(fate)
      server.write(bytes)
    }
  })
  server.on('data', response)
  client.on('close', leave)
  server.on('close', () => client.end())
}

function cut(
  { client, server }: Relay,
  { fate, holdMs = 0, reset = false }: CommitPlan,
  commit: Buffer,
  count: (fate: Fate) => void,
): void {
  if (reset) client.resetAndDestroy()
  else client.destroy()
  setTimeout(() => {
    if (fate === 'commit is lost') {
      count(fate)
      server.destroy()
      return
    }
    server.once('data', (reply) => {
      if (reply.includes('COMMIT')) count(fate)
      server.destroy()
    })
    server.write(commit)
  }, holdMs)
}
