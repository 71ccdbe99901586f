import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../src/config.ts'
import type { ComparedFiles, Finding } from './finding.ts'

interface Report {
  readonly changes: readonly { readonly path: string; readonly verdicts: readonly Verdict[] }[]
}

interface Verdict {
  readonly ruleId: string
  readonly impact: string
  readonly message: string
}

/**
 * What `redocly diff` takes for breaking, by the ruleset `diff-recommended` of redocly.yaml. Blind to
 * renamed components, tags and defaults.
 */
export async function judgeByRedocly(files: ComparedFiles): Promise<Finding[]> {
  const root = projectRoot()
  const redocly = path.join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const config = `--config=${path.join(root, 'redocly.yaml')}`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [redocly, 'diff', files.before, files.after, '--format=json', '--fail-on=none', config],
    { cwd: root, maxBuffer: Infinity },
  )
  const { changes } = JSON.parse(stdout) as Report
  return changes.flatMap(({ path: place, verdicts }) =>
    verdicts
      .filter(({ impact }) => impact === 'major')
      .map(({ ruleId, message }) => ({
        by: 'redocly diff',
        place: place.replaceAll('~1', '/'),
        what: message,
        mend: `Undo it; redocly's documentation explains the rule ${ruleId}.`,
      })),
  )
}
