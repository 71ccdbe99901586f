import type { Server } from 'node:http'
import { prependStep } from '../http/request-gate.ts'

/** Names of this machine for itself. */
const LOCAL_NAME = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** What a log line may repeat of a header. */
const HOST = /^[\w.:[\]-]{1,255}$/

/**
 * Notices that clients reach the service by another name than its links have. This can be so only while PUBLIC_URL is not
 * set: the links then begin with the address of the listener, which a client behind a port mapping or a proxy cannot follow.
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
      if (this.#warning === undefined) this.#check(request.headers.host ?? own, own, url, log)
      next()
    })
  }

  /** One text or none. */
  warnings(): string[] {
    return this.#warning === undefined ? [] : [this.#warning]
  }

  #check(host: string, own: string, url: string, log: (warning: string) => void): void {
    if (host === own || LOCAL_NAME.test(host) || !HOST.test(host)) return
    this.#warning = `A client uses the host ${host}, but links lead to ${url}. Set PUBLIC_URL to the address that clients use.`
    log(this.#warning)
  }
}
