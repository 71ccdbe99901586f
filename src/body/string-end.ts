/** Where the string of JSON ends that begins at `start`: the index after its closing quote. */
export function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}
