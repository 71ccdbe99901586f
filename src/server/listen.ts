import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { drainConnections } from './graceful-shutdown.ts'
import type { Config } from '../config.ts'
import type { Urls } from '../contract/operation-types.ts'

const FIRST_PORT = 3_000

const PORTS_TRIED = 100

/**
 * Connections that wait to be accepted; the system may allow fewer (`somaxconn`). A client that finds the
 * backlog full gets no reply and retries after a second.
 */
const BACKLOG = 4_096

/** For closing the application after its connections have ended. */
const CLOSE_DEADLINE_MS = 2_000

/** The first free port from `first` on, so that several services can run on one machine. */
export async function findFreePort(host: string, first = FIRST_PORT): Promise<number> {
  const last = first + PORTS_TRIED - 1
  for (let port = first; port <= last; port += 1) {
    if (await isFree(host, port)) return port
  }
  throw new Error(`No port from ${first} to ${last} is free. Name another one.`)
}

/** Calls `use` with a free port, and again with the next one when another process takes it first. */
export async function atFreePort<Result>(
  host: string,
  use: (port: number) => Promise<Result>,
  first = FIRST_PORT,
): Promise<Result> {
  const port = await findFreePort(host, first)
  try {
    return await use(port)
  } catch (error) {
    if (!(error instanceof PortTaken)) throw error
    return atFreePort(host, use, first)
  }
}

class PortTaken extends Error {}

/** Whether a program could listen there now. */
export function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(cannotListen(host, error))
    })
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/** @throws when the port is taken; the message says what to do. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    // For a name with two addresses, Fastify would open a second listener that it does not expose.
    const { address } = await lookup(host).catch((error: Error) => {
      throw cannotListen(host, error)
    })
    await openOrThrow(host, port, () => app.listen({ host: address, port, backlog: BACKLOG }))
  } catch (error) {
    // Its background work would go on, without the database that the end of the process closes.
    await app.close()
    throw error
  }
}

/** The same for a server that is not Fastify's. */
export async function listenWith(server: Server, host: string, port: number): Promise<void> {
  await openOrThrow(host, port, async () => {
    server.listen(port, host)
    await once(server, 'listening')
  })
}

async function openOrThrow(
  host: string,
  port: number,
  open: () => Promise<unknown>,
): Promise<void> {
  try {
    await open()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall !== 'listen' && syscall !== 'getaddrinfo') throw error
    if (code !== 'EADDRINUSE') throw cannotListen(host, error as NodeJS.ErrnoException)
    const remedy =
      'Set a free one (PORT or ADMIN_PORT; --port of the mock), or none to use the first free one.'
    throw new PortTaken(`Port ${port} of ${host} is taken. ${remedy}`, { cause: error })
  }
}

/** By the code of the error. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: 'Set PORT and ADMIN_PORT to 1024 or more.',
  EMFILE: 'Raise the limit of open files (LimitNOFILE of systemd, `ulimit -n`).',
}

function cannotListen(host: string, { code, message }: NodeJS.ErrnoException): Error {
  const remedy = REMEDIES[code ?? ''] ?? 'Set HOST and ADMIN_HOST to an address of this machine.'
  return new Error(`Cannot listen on "${host}": ${message}. ${remedy}`)
}

/** Graceful shutdown: accepts no more connections, finishes requests under way, then closes the application. */
export async function close(app: FastifyInstance): Promise<void> {
  // Requests that wait for changes get their responses now.
  app.feeds?.close()
  await drainConnections(app.server)
  // A hanging query must not keep the process.
  await Promise.race([app.close(), sleep(CLOSE_DEADLINE_MS, undefined, { ref: false })])
}

/** The configured URLs of the service, by default those of its listener on `port`. */
export function urlsOf(
  { host, publicUrl, mediaUrl }: Pick<Config, 'host' | 'publicUrl' | 'mediaUrl'>,
  port: number,
): Urls {
  const root = publicUrl ?? `http://${authorityOf(host, port)}`
  return { public: root, media: mediaUrl ?? `${root}/media` }
}

/** The authority of a URL for a listener at `host`, seen from the same machine. */
export function authorityOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return reachable.includes(':') ? `[${reachable}]:${port}` : `${reachable}:${port}`
}
