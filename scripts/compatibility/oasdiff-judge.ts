import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { missingPrograms } from '../../test/sdks/missing-programs.ts'
import type { ComparedFiles, Finding } from './finding.ts'

interface Reported {
  readonly id: string
  readonly text: string
  readonly operation?: string
  readonly path?: string
}

/** What oasdiff takes for breaking, be it for certain or likely; undefined when it is not on the PATH. */
export async function judgeByOasdiff(files: ComparedFiles): Promise<Finding[] | undefined> {
  if ((await missingPrograms(['oasdiff'])).length > 0) return undefined
  const args = ['breaking', files.before, files.after, '--format=json']
  const { stdout } = await promisify(execFile)('oasdiff', args, { maxBuffer: Infinity })
  const reported = (JSON.parse(stdout || '[]') ?? []) as readonly Reported[]
  return reported.map(({ id, text, operation = '', path = '' }) => ({
    by: 'oasdiff',
    place: `${operation} ${path}`.trim() || 'contract',
    what: text,
    mend: `Undo it; \`oasdiff checks\` explains ${id}.`,
  }))
}
