import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { clientRequests } from './client-messages.ts'

/** The fate of a COMMIT: it passes, or the connection is cut before it or after it. */
export type Fate = 'passes' | 'commit is lost' | 'reply is lost'

export interface CommitPlan {
  readonly fate: Fate
  /** The client is cut off at once; the server gets the COMMIT, or its end, so much later. */
  readonly holdMs?: number
  /** Whether the client is cut off with a reset and not with an orderly end. */
  readonly reset?: boolean
}

export interface CuttingProxy {
  /** Of the same database, through this proxy. */
  readonly url: string
  /** How often each has happened; a reply is lost once the server has said that it has committed. */
  readonly happened: Readonly<Record<Fate, number>>
  /** How many connections were made through it. */
  readonly connections: number
  /** Decides on each COMMIT from now on; until then all pass. */
  decide(plan: () => CommitPlan): void
  close(): Promise<void>
}

/** Stands between its clients and the server whose Unix socket `databaseUrl` names. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const { pathname, searchParams } = new URL(databaseUrl.replace('@/', '@localhost/'))
  const happened = { passes: 0, 'commit is lost': 0, 'reply is lost': 0 }
  const sockets = new Set<Socket>()
  let plan = (): CommitPlan => ({ fate: 'passes' })
  let connections = 0
  const listener = createServer({ noDelay: true }, (client) => {
    connections += 1
    const server = connect(`${searchParams.get('host')}/.s.PGSQL.5432`)
    for (const socket of [client, server]) keep(socket, sockets)
    relay({ client, server }, { plan: () => plan(), count: (fate) => (happened[fate] += 1) })
  })
  return {
    url: `postgresql://postgres@127.0.0.1:${await listen(listener)}${pathname}`,
    happened,
    get connections() {
      return connections
    },
    decide: (next) => {
      plan = next
    },
    close: () => close(listener, sockets),
  }
}

/** Errors say nothing new here: connections are cut on purpose. */
function keep(socket: Socket, sockets: Set<Socket>): void {
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

interface Line {
  readonly client: Socket
  readonly server: Socket
}

interface Decisions {
  plan(): CommitPlan
  count(fate: Fate): void
}

function relay({ client, server }: Line, { plan, count }: Decisions): void {
  const read = clientRequests()
  const answer = (chunk: Buffer): unknown => client.write(chunk)
  const leave = (): unknown => server.end()
  client.on('data', (chunk) => {
    for (const { bytes, isCommit } of read(chunk)) {
      const { fate, ...manner } = isCommit ? plan() : { fate: undefined }
      if (fate === 'commit is lost' || fate === 'reply is lost') {
        server.off('data', answer)
        client.off('close', leave)
        cut({ client, server }, { fate, ...manner }, bytes, count)
        return
      }
      if (fate !== undefined) count(fate)
      server.write(bytes)
    }
  })
  server.on('data', answer)
  client.on('close', leave)
  server.on('close', () => client.end())
}

function cut(
  { client, server }: Line,
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
