/**
 * What is sent for a GET of `path`, as a client with few headers sends it.
 * @param headers beside Host.
 */
export function requestBytes(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const lines = Object.entries({ host: new URL(url).host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1')
}
