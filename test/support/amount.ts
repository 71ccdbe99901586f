/** Whether `npm run nightly` runs these tests: those of each commit with more rounds, and `.nightly.ts` files. */
export const isNightly = process.env['NIGHTLY'] === 'true'

/** How often, or for how long, a test repeats what it tries. */
export function amount({
  commit,
  nightly,
}: Readonly<Record<'commit' | 'nightly', number>>): number {
  return isNightly ? nightly : commit
}

/**
 * The items that one of several variants of a test tries. On a commit, each item has one of them in turn, so that neighbours,
 * which are alike, have different ones; in `npm run nightly`, each item has all.
 */
export function shareOf<Item>(
  items: readonly Item[],
  variant: number,
  { of: variants }: { readonly of: number },
): readonly Item[] {
  return isNightly ? items : items.filter((_, at) => at % variants === variant)
}
