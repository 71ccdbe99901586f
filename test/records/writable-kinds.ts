import {
  needsKey,
  operations,
  resolve,
  tableOf,
  type Operation,
  type Schema,
} from '../contract/document.ts'

/** A collection whose records are created, changed and deleted. */
export interface WritableKind {
  /** Of the list, with the slash at its end. */
  readonly collection: string
  readonly table: string
  /** The schemas of the bodies of POST and PATCH. */
  readonly input: Schema
  readonly patch: Schema
}

/** Every collection of the contract that the public reads, with POST, and with PATCH and DELETE of one record. */
export const WRITABLE_KINDS: readonly WritableKind[] = operations
  .filter(
    (each) => each.id.startsWith('partialUpdate') && !needsKey(operationOf('GET', each.template)),
  )
  .map((partialUpdate) => {
    const collection = partialUpdate.template.replace('{id}/', '')
    const create = operationOf('POST', collection)
    operationOf('DELETE', partialUpdate.template)
    const table = tableOf(collection)
    return { collection, table, input: bodyOf(create), patch: bodyOf(partialUpdate) }
  })

function operationOf(method: string, template: string): Operation {
  const found = operations.find((each) => each.method === method && each.template === template)
  if (found === undefined) throw new Error(`The contract has no ${method} ${template}`)
  return found
}

function bodyOf({ id, requestBody }: Operation): Schema {
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined) throw new Error(`${id} takes no body`)
  return resolve<Schema>(schema)
}
