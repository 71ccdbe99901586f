import { rejectAll } from './rejecting-server.ts'

await rejectAll()
