import { breaking, quoted, type Change, type SubjectKind } from './change.ts'
import { components, operations, type Documents, type Node } from './document.ts'

/**
 * Names that SDKs cannot tell apart: they write operationIds and names of schemas as their languages do,
 * so that `list_events` becomes `listEvents`, and one of the two is overwritten or numbered.
 */
export function compareSpelling({ before, after }: Documents): Change[] {
  return [
    ...newDuplicates(operationIds(before), operationIds(after), 'operation'),
    ...newDuplicates(schemaNames(before), schemaNames(after), 'schema'),
  ]
}

function operationIds(document: Node): string[] {
  return operations(document).map(({ id }) => id)
}

function schemaNames(document: Node): string[] {
  return Object.keys(components(document, 'schemas'))
}

function newDuplicates(
  old: readonly string[],
  present: readonly string[],
  kind: SubjectKind,
): Change[] {
  return present.flatMap((name, index) => {
    const other = present.find((each, at) => at !== index && spelling(each) === spelling(name))
    if (other === undefined || old.includes(name)) return []
    const mend = 'Give it a name that differs by more than case and punctuation.'
    return [breaking({ kind, name }, `is ${quoted(other)} to SDKs`, mend)]
  })
}

function spelling(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
