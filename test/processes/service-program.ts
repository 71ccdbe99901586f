import type { AddressInfo } from 'node:net'
import { buildApp } from '../../src/app.ts'
import { connect } from '../../src/database/pool.ts'
import { operations } from '../../src/operations.ts'

// A service in its own process, on the database of the given URL. It prints its port, and ends with its standard input.

const [databaseUrl = '', publicUrl = '', mediaUrl = ''] = process.argv.slice(2)
const connection = { databaseUrl, statementTimeoutMs: 30_000, onConnectionError: () => {} }
const db = connect({ ...connection, poolSize: 3 })
const app = await buildApp({
  operations,
  context: { db, urls: { public: publicUrl, media: mediaUrl } },
  connection,
  logLevel: 'silent',
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
process.stdin.on('end', () => process.exit()).resume()
