/**
 * @param thereAtFirst what a walk must tell once, each.
 * @param told what it has told; what was added meanwhile may be among it, once.
 */
export function judgeWalk(
  thereAtFirst: Int32Array,
  told: Int32Array,
): { missing: number; doubled: number } {
  const seen = new Set<number>(told)
  const missing = thereAtFirst.reduce((sum, id) => sum + (seen.has(id) ? 0 : 1), 0)
  return { missing, doubled: told.length - seen.size }
}
