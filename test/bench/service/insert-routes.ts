import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { contract } from '../../../src/contract/document.ts'
import {
  addRequestFormats,
  addContractKeywords,
} from '../../../src/request-body/contract-keywords.ts'
import { insertTable, type InputName } from './insert-table.ts'

export function insertPath(name: InputName): string {
  return `/bench/${name}`
}

/**
 * Adds routes as a program without further rules has them: each validates its body with the contract's schema and
 * inserts it as one row.
 */
export async function addInsertRoutes(
  app: FastifyInstance,
  pool: pg.Pool,
  names: readonly InputName[],
): Promise<void> {
  const ajv = requestAjv()
  app.setValidatorCompiler<{ $ref: string }>(({ schema }) => ajv.compile(schema))
  for (const name of names) await addInsertRoute(app, pool, name)
}

async function addInsertRoute(app: FastifyInstance, pool: pg.Pool, name: InputName): Promise<void> {
  const { fields, create, insert } = insertTable(name)
  await pool.query(create)
  const body = { $ref: `v1#/components/schemas/${name}` }
  app.post<{ Body: Record<string, unknown> }>(
    insertPath(name),
    { schema: { body } },
    async (request, reply) => {
      const values = fields.map((field) => request.body[field])
      const { rows } = await pool.query<{ id: number }>({ name, text: insert, values })
      return reply.code(201).send({ ...rows[0], ...request.body })
    },
  )
}

/** With the formats and keywords of the service. */
function requestAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  return addContractKeywords(addRequestFormats(ajv)).addSchema(contract, 'v1')
}
