import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { drainConnections, trackConnections } from './graceful-shutdown.ts'
import type { Config } from '../config.ts'
import type { Urls } from '../contract/operation-types.ts'

const FIRST_PORT = 3_000

const PORTS_TRIED = 100

/**
 * Connections that have been made and not been taken up yet, as far as the system allows (`somaxconn`).
 * What finds no room there is told nothing, and tries again after a second.
 */
const BACKLOG = 4_096

/** For all that is behind an application whose connections have ended. */
const CLOSE_DEADLINE_MS = 2_000

/** The first free port from `first` on, so that a second service can run beside a first. */
export async function findFreePort(host: string, first = FIRST_PORT): Promise<number> {
  const last = first + PORTS_TRIED - 1
  for (let port = first; port <= last; port += 1) {
    if (await isFree(host, port)) return port
  }
  throw new Error(`No port from ${first} to ${last} is free. Name another one.`)
}

/** Another process may be faster to take the port that was free: then the next one is tried. */
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

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(notHere(host, error))
    })
    probe.listen(port, host, () => {
      probe.close(() => {
        resolve(true)
      })
    })
  })
}

/** @throws saying what to do when the port is taken. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  // Fastify would open a second listener for a name that stands for two addresses, out of reach here.
  const { address } = await lookup(host).catch((error: Error) => {
    throw notHere(host, error)
  })
  connectionsOf.set(app, trackConnections(app.server))
  await orTaken(host, port, () => app.listen({ host: address, port, backlog: BACKLOG }))
}

/** The same for a server that is not Fastify's. */
export async function listenWith(server: Server, host: string, port: number): Promise<void> {
  await orTaken(host, port, async () => {
    server.listen(port, host)
    await once(server, 'listening')
  })
}

async function orTaken(host: string, port: number, open: () => Promise<unknown>): Promise<void> {
  try {
    await open()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw notHere(host, error as Error)
    if (code !== 'EADDRINUSE') throw error
    const mend = 'Name a free one, or none to have one found.'
    throw new PortTaken(`Port ${port} of ${host} is taken. ${mend}`, { cause: error })
  }
}

function notHere(host: string, cause: Error): Error {
  const mend = 'Name an address of this machine in HOST and ADMIN_HOST.'
  return new Error(`"${host}" cannot be listened on: ${cause.message}. ${mend}`, { cause })
}

const connectionsOf = new WeakMap<FastifyInstance, ReadonlySet<Socket>>()

/** Stops accepting, lets requests in flight finish, and cuts what hangs on. */
export async function close(app: FastifyInstance): Promise<void> {
  await drainConnections(app.server, connectionsOf.get(app) ?? new Set())
  // What goes on behind it, such as a query that hangs, must not keep the process.
  await Promise.race([app.close(), sleep(CLOSE_DEADLINE_MS, undefined, { ref: false })])
}

/** Where clients reach what listens on `port`, unless the configuration says where. */
export function urlsOf(
  { host, publicUrl, mediaUrl }: Pick<Config, 'host' | 'publicUrl' | 'mediaUrl'>,
  port: number,
): Urls {
  const own = publicUrl ?? `http://${authorityOf(host, port)}`
  return { public: own, media: mediaUrl ?? `${own}/media` }
}

/** How what listens at `host` is reached from the same machine. */
export function authorityOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return reachable.includes(':') ? `[${reachable}]:${port}` : `${reachable}:${port}`
}
