import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

const FIRST_PORT = 3_000
const PORTS_TRIED = 100

/** Requests in flight may finish for this long; then their connections are cut. */
const GRACE_MS = 3_000

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
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => {
      resolve(false)
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
  try {
    await app.listen({ host, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    const mend = 'Name a free one, or none to have one found.'
    throw new PortTaken(`Port ${port} of ${host} is taken. ${mend}`, { cause: error })
  }
}

/** Stops accepting, lets requests in flight finish, and cuts what hangs on. */
export async function close(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => {
    app.server.closeAllConnections()
  }, GRACE_MS)
  await app.close()
  clearTimeout(cut)
}
