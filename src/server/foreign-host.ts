import type { IncomingHttpHeaders, Server } from 'node:http'
import { prependStep } from '../http/request-gate.ts'

/** Names of this machine for itself, in front of a port. */
const LOCAL_NAME = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=:\d+$|$)/i

/** What a log line may repeat of a header. */
const HOST = /^[\w.:[\]-]{1,255}$/

/**
 * Notices that clients reach the service by another host or port than its links have. This is possible only without
 * PUBLIC_URL: the links then begin with the address of the listener, which a client behind a port mapping or a proxy cannot
 * follow. A proxy names the host of the client in X-Forwarded-Host.
 */
export class ForeignHost {
  #warning: string | undefined

  /**
   * @param url with which links begin.
   * @param log called once, for the first foreign host.
   */
  watch(server: Server, url: string, log: (warning: string) => void): void {
    const own = new URL(url).host
    prependStep(server, (request, _response, next) => {
      if (this.#warning === undefined) this.#check(hostOf(request.headers) ?? own, own, url, log)
      next()
    })
  }

  /** One text or none. */
  warnings(): string[] {
    return this.#warning === undefined ? [] : [this.#warning]
  }

  #check(host: string, own: string, url: string, log: (warning: string) => void): void {
    // The names of this machine are one.
    const unified = (each: string): string => each.replace(LOCAL_NAME, 'localhost')
    if (unified(host) === unified(own) || !HOST.test(host)) return
    this.#warning = `A client uses the host ${host}, but links lead to ${url}. Set PUBLIC_URL to the address that clients use.`
    log(this.#warning)
  }
}

/** As the client wrote it. */
function hostOf({ host, 'x-forwarded-host': forwarded }: IncomingHttpHeaders): string | undefined {
  return typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : host
}
