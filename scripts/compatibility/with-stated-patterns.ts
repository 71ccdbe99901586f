import { isNode, type Documents, type Node } from './document.ts'

/**
 * Patterns that say to programs what the released contract says in words, and what the service refused
 * all along, with the pattern that stood in their place. "Writing" names U+0000, URLs and timestamps;
 * "Safe writes" names entity tags (RFC 9110, section 8.8.3). They can go with the next release.
 */
const STATED: ReadonlyMap<string, string | undefined> = new Map([
  [String.raw`^[^\x00]*$`, undefined],
  [String.raw`^[^\x00]+$`, undefined],
  [String.raw`^\s*[^\s\x00][^\x00]*$`, String.raw`\S`],
  [String.raw`^[^<>\x00]*$`, '^[^<>]*$'],
  [String.raw`^[^@<>\s\x00]+@[^@<>\s\x00]+$`, String.raw`^[^@<>\s]+@[^@<>\s]+$`],
  [
    String.raw`^https?://[A-Za-z0-9.-]+(:[0-9]+)?([/?#][A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*)?$`,
    undefined,
  ],
  [
    String.raw`^(\*|[\s,]*(W/)?"[^\x00-\x20"\x7f]*"(\s*,[\s,]*(W/)?"[^\x00-\x20"\x7f]*")*[\s,]*)$`,
    undefined,
  ],
])

/** The released contract with the patterns of the present one that only repeat what its words say. */
export function withStatedPatterns({ before, after }: Documents): Node {
  return rewritten(before, after) as Node
}

function rewritten(old: unknown, present: unknown): unknown {
  if (Array.isArray(old)) {
    return old.map((item, index) => rewritten(item, Array.isArray(present) ? present[index] : {}))
  }
  if (!isNode(old) || !isNode(present)) return old
  const { pattern } = present
  const isStated =
    typeof pattern === 'string' && STATED.has(pattern) && STATED.get(pattern) === old['pattern']
  return {
    ...Object.fromEntries(
      Object.entries(old).map(([key, value]) => [key, rewritten(value, present[key])]),
    ),
    ...(isStated && { pattern }),
  }
}
