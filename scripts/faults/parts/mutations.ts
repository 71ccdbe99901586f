import { MUTATIONS } from '../mutations/mutations.ts'
import { runNamedTest } from '../mutations/run-named-test.ts'
import { withMutation, withTreeCopy } from '../mutations/tree-copy.ts'
import { missingPrograms } from '../../sdks/missing-programs.ts'
import { atLeast, none, type Finding } from '../report/finding.ts'
import type { World } from '../world.ts'

/** Takes out one defence after the other in a copy of the tree: its test must fail, and pass before. */
export function tryMutations({ signal }: World): Promise<Finding[]> {
  return withTreeCopy(async (folder) => {
    const broken: string[] = []
    const unnoticed: string[] = []
    for (const mutation of MUTATIONS) {
      signal.throwIfAborted()
      const { file, before, test, name, program } = mutation
      if (program !== undefined && (await missingPrograms([program])).length > 0) {
        console.log(`       skipped ${file}: ${program} is not installed`)
        continue
      }
      const first = await runNamedTest(folder, mutation)
      if (first !== 'passes') {
        broken.push(`${test}: "${name}" ${first}`)
        continue
      }
      const then = await withMutation(folder, mutation, () => runNamedTest(folder, mutation))
      const isNoticed = then === 'fails'
      console.log(
        `       ${isNoticed ? 'noticed' : 'MISSED '} ${file}: ${before.trim().slice(0, 80)}`,
      )
      if (!isNoticed) unnoticed.push(`${file}: "${before}", by ${test}: "${name}"`)
    }
    return [
      atLeast('defences taken out', MUTATIONS.length, 1),
      none('whose test does not pass as they are', broken),
      none('whose loss no test notices', unnoticed),
    ]
  })
}
