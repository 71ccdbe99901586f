const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Where the string of JSON ends that begins at `start`: the index after its closing quote. */
export function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) break
    at += code === BACKSLASH ? 2 : 1
  }
  return at + 1
}
