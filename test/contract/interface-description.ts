import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../support/repository.ts'

/** A field as interface.md writes it; `type` is empty where it is told in prose. */
export interface DescribedField {
  readonly name: string
  readonly type: string
}

const file = path.join(root, '../shared/interface.md')

/** Undefined where the description is not beside the repository, as in a clone of it alone. */
export const description = existsSync(file) ? readFileSync(file, 'utf8') : undefined

/** The resources of the section "Resources and their fields", by heading, each with its fields. */
export function describedResources(text: string): Map<string, DescribedField[]> {
  const [, section = ''] = /## Resources and their fields\n([^]*?)\n## /.exec(text) ?? []
  const parts = section.split(/^### /m).slice(1)
  return new Map(
    parts.map((part) => {
      const [heading = ''] = part.split('\n', 1)
      return [heading.replace(/ \(.*/, ''), [...tableFields(part), ...proseFields(part)]]
    }),
  )
}

function tableFields(part: string): DescribedField[] {
  const rows = part.matchAll(/^\| ([a-z_][a-z_, ]*) \| ([^\n]+?) \|(?: .*)?$/gm)
  return [...rows].flatMap(([, names = '', rest = '']) =>
    names.split(', ').map((name) => ({ name, type: rest.split(' | ', 1)[0] ?? '' })),
  )
}

/** `Fields: `id` integer; `image` object with URL keys ...; ...`; what is nested is left out. */
function proseFields(part: string): DescribedField[] {
  const [, prose = ''] = /^Fields: (.*)$/m.exec(part) ?? []
  const pieces = prose.split('. ', 1)[0]?.split(/; /) ?? []
  return pieces.flatMap((piece) => {
    const [own = ''] = piece.split(/ object with | null or | object \{/, 1)
    return [...own.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => ({ name, type: '' }))
  })
}

/** The keys of the renditions that a part lists, such as `thumbnail`. */
export function describedRenditions(text: string, heading: string): string[] {
  const [, part = ''] = new RegExp(`^### ${heading}\\b([^]*?)^##`, 'm').exec(text) ?? []
  const [, keys = ''] = /(?:URL|under) keys ((?:`[a-z_]+`(?:, )?)+)/.exec(part) ?? []
  return [...keys.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)
}
