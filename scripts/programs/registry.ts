/** The registry cannot be reached, which is no failure of the generator. */
export class RegistryUnreachable extends Error {}

/** Messages of npm, pip, Go, Cargo and Maven. */
const NETWORK_FAILURE = new RegExp(
  [
    String.raw`\b(EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ENOTFOUND|ERR_SOCKET_TIMEOUT|ETIMEDOUT)\b`,
    'Failed to establish a new connection',
    'Temporary failure in name resolution',
    'Read timed out',
    'dial tcp',
    'no such host',
    'i/o timeout',
    'Could not(?: resolve|)(?: connect to|) (?:host|server|proxy)',
    'failed to download from',
    'spurious network error',
    'Unknown host',
    'Connect(?:ion)? (?:to .* )?(?:refused|timed out)',
  ].join('|'),
  'i',
)

/**
 * Fetches from a registry.
 * @param registry its name, such as `the npm registry`.
 * @throws RegistryUnreachable for a network failure.
 */
export async function fetching(registry: string, fetch: () => Promise<unknown>): Promise<void> {
  try {
    await fetch()
  } catch (error) {
    if (!NETWORK_FAILURE.test(String(error))) throw error
    throw new RegistryUnreachable(`${registry} cannot be reached`, { cause: error })
  }
}
