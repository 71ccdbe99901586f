/** The expected response after a write. */
export interface Expectation {
  readonly path: string
  readonly status: number
  /** A text that is somewhere in the body. */
  readonly has: string
}

/** Reads everything from every service at once. @returns what is not as expected, in words. */
export async function staleAnswers(
  urls: readonly string[],
  expectations: readonly Expectation[],
): Promise<string[]> {
  const reads = urls.flatMap((url) => expectations.map((each) => staleAnswer(url, each)))
  return (await Promise.all(reads)).filter((stale) => stale !== undefined)
}

async function staleAnswer(
  url: string,
  { path, status, has }: Expectation,
): Promise<string | undefined> {
  const response = await fetch(url + path)
  const body = await response.text()
  if (response.status === status && body.includes(has)) return undefined
  return `${url}${path} answers ${response.status} without ${has || 'what was expected'}`
}
