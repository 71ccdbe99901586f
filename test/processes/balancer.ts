import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

interface Balancer {
  readonly url: string
  /** Target ports, round-robin; a port without a listener is skipped. */
  ports: readonly number[]
  close(): Promise<void>
}

/** A TCP load balancer: passes each connection to one of several processes. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>()
  let turn = 0

  const forward = (client: Socket, left: readonly number[]): void => {
    const [port, ...others] = left
    if (port === undefined) return void client.destroy()
    const service = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true })
    const tryNext = (): void => forward(client, others)
    service.once('error', tryNext)
    service.once('connect', () => {
      service.off('error', tryNext)
      join(client, service)
    })
  }

  const join = (client: Socket, service: Socket): void => {
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from))
    }
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const { length } = balancer.ports
    turn += 1
    forward(client, [
      ...balancer.ports.slice(turn % length),
      ...balancer.ports.slice(0, turn % length),
    ])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const balancer: Balancer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ports,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
  return balancer
}
