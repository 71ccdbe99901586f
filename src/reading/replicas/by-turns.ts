import { isDatabaseUnavailable } from '../../database/failure.ts'
import type { ListReader } from '../reading.ts'
import type { Replica } from './replica.ts'

/**
 * Reads from one well replica after the other, and from the primary when there is none. What a replica
 * cannot answer, for whatever reason, the primary does.
 */
export function roundRobin(replicas: readonly Replica[], primary: ListReader): ListReader {
  let turn = 0

  const next = (): Replica | undefined => {
    for (let tried = 0; tried < replicas.length; tried += 1) {
      turn = (turn + 1) % replicas.length
      if (replicas[turn]?.isHealthy === true) return replicas[turn]
    }
    return undefined
  }

  const read = async <Answer>(from: (lists: ListReader) => Promise<Answer>): Promise<Answer> => {
    const replica = next()
    if (replica === undefined) return from(primary)
    try {
      return await from(replica.reader)
    } catch (error) {
      // It is looked at again within a second; until then nobody else need wait for it.
      if (isDatabaseUnavailable(error)) replica.markUnhealthy(error)
      return from(primary)
    }
  }

  return {
    page: (list, request) => read((lists) => lists.page(list, request)),
    record: (list, id) => read((lists) => lists.record(list, id)),
  }
}
