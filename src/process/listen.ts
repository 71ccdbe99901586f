import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

const FIRST_PORT = 3_000
const LAST_PORT = 3_099

/** Requests in flight may finish for this long; then their connections are cut. */
const GRACE_MS = 3_000

/** The first free port from 3000 on, so that a second service can run beside a first. */
export async function findFreePort(host: string): Promise<number> {
  for (let port = FIRST_PORT; port <= LAST_PORT; port += 1) {
    if (await isFree(host, port)) return port
  }
  throw new Error(`No port from ${FIRST_PORT} to ${LAST_PORT} is free. Set PORT.`)
}

/** Another process may be faster to take the port that was free: then the next one is tried. */
export async function atFreePort<Result>(
  host: string,
  use: (port: number) => Promise<Result>,
): Promise<Result> {
  const port = await findFreePort(host)
  try {
    return await use(port)
  } catch (error) {
    if (!(error instanceof PortTaken)) throw error
    return atFreePort(host, use)
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
    throw new PortTaken(
      `Port ${port} of ${host} is taken. Set PORT to a free one, or leave it unset.`,
      {
        cause: error,
      },
    )
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
