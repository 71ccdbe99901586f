import { breaking, harmless, KEEP, quoted, type Change, type Subject } from './change.ts'
import { compareComponents } from './compare-components.ts'
import { compareOperations } from './compare-operations.ts'
import { compareSpelling } from './compare-spelling.ts'
import { compareUnknown } from './compare-unknown.ts'
import { isNode, list, text, type Documents, type Node } from './document.ts'

const CONTRACT: Subject = { kind: 'contract', name: 'contract' }
/** Defaults of the document are compared where they hold, tags where operations have them. */
const KNOWN = new Set([
  'info',
  'servers',
  'tags',
  'security',
  'paths',
  'components',
  'externalDocs',
])

/**
 * Everything that is different between two contracts, prose apart, in the order of the contract. What
 * clients break of is more than what goes over the wire: the names that SDKs are made of, and defaults.
 */
export function compareDocuments(documents: Documents): Change[] {
  return [
    ...compareOperations(documents),
    ...compareComponents(documents),
    ...compareSpelling(documents),
    ...compareServers(documents),
    ...compareUnknown(documents, CONTRACT, KNOWN),
  ]
}

/** The first server is where SDKs send requests unless they are told otherwise. */
function compareServers({ before, after }: Documents): Change[] {
  const [old, present] = [serversOf(before), serversOf(after)]
  const removed = old.filter((url) => !present.includes(url))
  const added = present.filter((url) => !old.includes(url))
  const isOther = removed.length === 0 && old[0] !== present[0]
  const mend = 'Clients go there unless they are told otherwise: leave it the first.'
  return [
    ...removed.map((url) => breaking(CONTRACT, `no server ${quoted(url)}`, KEEP)),
    ...added.map((url) => harmless(CONTRACT, `new server ${quoted(url)}`)),
    ...(isOther ? [breaking(CONTRACT, `first server ${quoted(present[0])}`, mend)] : []),
  ]
}

function serversOf(document: Node): string[] {
  return list(document, 'servers')
    .filter(isNode)
    .map((server) => text(server, 'url'))
}
