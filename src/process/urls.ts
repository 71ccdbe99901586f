import type { Config } from '../config.ts'
import type { Urls } from '../contract/operation-types.ts'

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
