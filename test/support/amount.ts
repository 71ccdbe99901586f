/** Whether `npm run nightly` runs these tests: those of each commit with more rounds, and `.nightly.ts` files. */
export const isNightly = process.env['NIGHTLY'] === 'true'

/** How often, or for how long, a test repeats what it tries. */
export function amount({
  commit,
  nightly,
}: Readonly<Record<'commit' | 'nightly', number>>): number {
  return isNightly ? nightly : commit
}
