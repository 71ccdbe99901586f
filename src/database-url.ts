// URLs of databases as texts: one with several hosts, or of a Unix socket, is no URL for `URL`.

/**
 * A URL for each host that a URL names, in its order: between commas, or in the parameters `host` and `port` (PostgreSQL,
 * "Connection Strings", section "Specifying Multiple Hosts").
 */
export function hostUrls(url: string): string[] {
  const { before, hosts, after } = partsOf(url)
  if (hosts.includes(',')) return hosts.split(',').map((host) => `${before}${host}${after}`)
  const named = parameterOf(url, 'host')?.split(',') ?? []
  if (named.length < 2) return [url]
  const ports = parameterOf(url, 'port')?.split(',') ?? []
  return named.map((host, at) => withParameters(url, { host, port: ports[at] ?? ports[0] ?? '' }))
}

/** Whether a URL names several hosts between commas, and some in the parameter `host`, too. */
export function namesHostsTwice(url: string): boolean {
  return partsOf(url).hosts.includes(',') && parameterOf(url, 'host') !== undefined
}

/** The hosts of a URL, without those of its parameters, and the text before and after them. */
function partsOf(url: string): { before: string; hosts: string; after: string } {
  const [, before = '', hosts = '', after = ''] =
    /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return { before, hosts, after }
}

/** A parameter of a database URL; undefined without it. */
export function parameterOf(url: string, name: string): string | undefined {
  return new URLSearchParams(url.split(/\?(.*)/s)[1]).get(name) ?? undefined
}

/** Sets parameters of a URL. Those that are empty are left out. */
export function withParameters(url: string, values: Readonly<Record<string, string>>): string {
  const [address = '', query = ''] = url.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(values)) {
    if (value === '') parameters.delete(name)
    else parameters.set(name, value)
  }
  // `pg` reads a plus as a plus, not as a space.
  return `${address}?${parameters.toString().replaceAll('+', '%20')}`
}
