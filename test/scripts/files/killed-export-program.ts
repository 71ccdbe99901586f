import { exportFile } from '../../../scripts/files/export-file.ts'
import { fileKind } from '../../../scripts/files/file-kinds.ts'
import { withConnections } from '../../../scripts/task-database.ts'

// An export to FILE that is killed before its file is complete. A test runs it in a process of its own.

const { DATABASE_URL: databaseUrl = '', FILE: file } = process.env
const kind = fileKind('tags')
const urls = { public: 'https://art.example', media: 'https://art.example/media' }
if (kind === undefined) throw new Error('There is no such kind')
await withConnections(databaseUrl, 1, (db) =>
  exportFile(
    db,
    { kind, format: 'csv', file, urls },
    { onProgress: () => process.kill(process.pid, 'SIGKILL') },
  ),
)
