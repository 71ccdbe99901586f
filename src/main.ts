import { buildApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import type { Urls } from './contract/operation-types.ts'
import { connect } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { runProcess } from './life-cycle.ts'
import { close, findFreePort, listen } from './listen.ts'
import { operations } from './operations.ts'

await runProcess(async (onClose) => {
  const config = readConfig()
  const database = await openDatabase(config)
  onClose(() => database.close())
  const db = connect({
    databaseUrl: database.databaseUrl,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: 20_000,
    onConnectionError: (error) => app?.log.warn({ err: error }, 'A database connection broke'),
  })
  onClose(() => db.destroy())
  await migrate(db)

  const port = config.port ?? (await findFreePort(config.host))
  const urls = publicUrls(config, port)
  const app = await buildApp({ operations, context: { db, urls }, logLevel: config.logLevel })
  onClose(() => close(app))
  await listen(app, config.host, port)
  console.log(`
  Artworks   ${urls.public}/api/v1/marketplace-artworks/
  Docs       ${urls.public}/docs
  Contract   ${urls.public}/openapi/v1.yaml
`)
  return 'running'
})

function publicUrls({ host, publicUrl, mediaUrl }: Config, port: number): Urls {
  const own =
    publicUrl ?? `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`
  return { public: own, media: mediaUrl ?? `${own}/media` }
}
