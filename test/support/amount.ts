/** Whether `npm run nightly` runs these tests: the same ones as on each commit, with more rounds. */
export const isNightly = process.env['NIGHTLY'] === 'true'

/** How often, or for how long, a test repeats what it tries. */
export function amount({
  commit,
  nightly,
}: Readonly<Record<'commit' | 'nightly', number>>): number {
  return isNightly ? nightly : commit
}
