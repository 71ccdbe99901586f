/** One of so many characters of a name may differ. */
const CHARACTERS_PER_EDIT = 5

/** The name that is probably meant by another one: the most similar of those that differ in few characters, or in case. */
export function similarName(name: string, names: Iterable<string>): string | undefined {
  const upper = name.toUpperCase()
  let nearest: string | undefined
  let fewest = Infinity
  for (const each of names) {
    const edits = editsBetween(upper, each)
    if (edits > each.length / CHARACTERS_PER_EDIT || edits >= fewest) continue
    nearest = each
    fewest = edits
  }
  return nearest
}

/** The insertions, deletions and replacements of single characters between two texts (Levenshtein). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
