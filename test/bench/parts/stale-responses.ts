/** The expected response after a write. */
export interface Expectation {
  readonly path: string
  readonly status: number
  /** A text in the body. */
  readonly has: string
}

/** Reads everything from every service concurrently. @returns descriptions of unexpected responses. */
export async function staleResponses(
  urls: readonly string[],
  expectations: readonly Expectation[],
): Promise<string[]> {
  const reads = urls.flatMap((url) => expectations.map((each) => staleResponse(url, each)))
  return (await Promise.all(reads)).filter((stale) => stale !== undefined)
}

async function staleResponse(
  url: string,
  { path, status, has }: Expectation,
): Promise<string | undefined> {
  const response = await fetch(url + path)
  const body = await response.text()
  if (response.status === status && body.includes(has)) return undefined
  return `${url}${path} responds with ${response.status} without ${has || 'what was expected'}`
}
