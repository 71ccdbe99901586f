import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/database/connect.ts'
import { runProcess } from '../../src/process/life-cycle.ts'
import { close } from '../../src/process/listen.ts'
import { operations } from '../../src/operations.ts'
import { FIRST_PAGE } from './cases.ts'
import { addLimitRoute } from './limit-route.ts'
import type { FromServer } from './service.ts'

/**
 * The process under load: the service as it runs in production, whatever the environment says, and
 * the limit's route beside it. It tells its parent where it listens, and, when asked, its memory.
 */
const [databaseUrl = ''] = process.argv.slice(2)
const config = readConfig({})
const urls = { public: 'https://art.example', media: 'https://art.example/media' }

await runProcess(async (onClose) => {
  // It never outlives the bench.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  const db = connect({
    databaseUrl,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: 20_000,
    onConnectionError: (error) => app?.log.warn({ err: error }, 'A database connection broke'),
  })
  onClose(() => db.destroy())
  const app = await buildApp({ operations, context: { db, urls }, logLevel: config.logLevel })
  const makeLimit = addLimitRoute(app, FIRST_PAGE)
  onClose(() => close(app))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await makeLimit()
  process.on('message', () => tell({ rssBytes: process.memoryUsage.rss() }))
  tell({ url })
  return 'running'
})

function tell(message: FromServer): void {
  process.send?.(message)
}
