import { buildApp, type AppOptions } from '../../src/app.ts'
import { connect, type ClientOptions, REQUEST_LIMITS } from '../../src/database/pool.ts'
import { operations } from '../../src/operations.ts'
import type { OpenService } from '../read-model/services.ts'
import { MEDIA_URL, PUBLIC_URL } from '../support/app.ts'

/** A service with the production limits. */
export async function openService(
  database: Pick<ClientOptions, 'databaseUrl' | 'isPooled'>,
  options: Pick<AppOptions, 'replicas'> & { readonly logLevel?: string } = {},
): Promise<OpenService> {
  const connection = { ...database, ...REQUEST_LIMITS, onConnectionError: () => {} }
  const db = connect({ ...connection, poolSize: 8 })
  const urls = { public: PUBLIC_URL, media: MEDIA_URL }
  const context = { db, urls }
  const app = await buildApp({ operations, context, connection, logLevel: 'silent', ...options })
  const close = async (): Promise<void> => {
    await app.close()
    await db.destroy()
  }
  return { app, close }
}
