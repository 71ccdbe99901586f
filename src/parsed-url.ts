/**
 * The URL that `text` is, or undefined. Not by URL.canParse: once it has been called some thousand
 * times, Node 20's refuses every address that is not ASCII.
 */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
