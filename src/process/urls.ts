import type { Config } from '../config.ts'
import type { Urls } from '../contract/operation-types.ts'

/** Where clients reach what listens on `port`, unless the configuration says where. */
export function urlsOf(
  { host, publicUrl, mediaUrl }: Pick<Config, 'host' | 'publicUrl' | 'mediaUrl'>,
  port: number,
): Urls {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const authority = reachable.includes(':') ? `[${reachable}]:${port}` : `${reachable}:${port}`
  const own = publicUrl ?? `http://${authority}`
  return { public: own, media: mediaUrl ?? `${own}/media` }
}
