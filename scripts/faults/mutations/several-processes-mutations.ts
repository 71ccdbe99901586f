import type { Mutation } from './mutation.ts'

export const SEVERAL_PROCESSES_MUTATIONS: readonly Mutation[] = [
  {
    file: 'src/process/schema.ts',
    before: 'return REFUSALS.has(sqlStateOf(cause)) || NO_SESSION.test(cause.message)',
    after: "return REFUSALS.has(sqlStateOf(cause)) || sqlStateOf(cause) === '08P01'",
    test: 'test/processes/pooler.test.ts',
    name: 'whoever comes before the database behind it waits',
  },
  {
    file: 'src/database/connect.ts',
    before: '    ...(isPooled && { onConnect }),',
    after: '',
    test: 'test/processes/pooler.test.ts',
    name: 'artworks read as they do without it, many at once',
    program: 'pgbouncer',
  },
  {
    file: 'src/database/pooler.ts',
    before: '  override createAdapter',
    after: '  createNoAdapter',
    test: 'test/processes/pooler.test.ts',
    name: 'several processes that start at once migrate once, beside one without a pooler',
    program: 'pgbouncer',
  },
  {
    file: 'src/reading/rounds/pooled-batch-queries.ts',
    before: "({ name: '', text, values }))",
    after: '({ name: text.slice(0, 60), text, values }))',
    test: 'test/processes/pooler.test.ts',
    name: 'nothing is left in a session for the next',
    program: 'pgbouncer',
  },
  {
    file: 'src/reading/rounds/pooled-batch-queries.ts',
    before: 'ISOLATION LEVEL REPEATABLE READ READ ONLY',
    after: '',
    test: 'test/processes/pooler.test.ts',
    name: 'a round is a transaction of one snapshot, with its own settings and limits',
    program: 'pgbouncer',
  },
  {
    file: 'src/database/pooler.ts',
    before: '    await limitTransaction(connection, this.#statementTimeoutMs)',
    after: '',
    test: 'test/processes/pooler.test.ts',
    name: 'a statement in a transaction ends in its time, and the connection goes on',
    program: 'pgbouncer',
  },
  {
    file: 'src/reading/rounds/changes-queries.ts',
    before: '  if (ended !== undefined) return BigInt(xid) < xmin || ended.has(xid)',
    after: '',
    test: 'test/reading/memory.test.ts',
    name: 'tells at first which had ended of those that may still run',
  },
  {
    file: 'src/reading/replicas/replica.ts',
    before: '      memory.forget()',
    after: '',
    test: 'test/faults/replicas.faults.ts',
    name: 'one whose replay stands still is left out, and taken back when it goes on',
  },
  {
    file: 'src/service.ts',
    before: 'exchange.principal === undefined ? anonymous : context',
    after: 'anonymous',
    test: 'test/faults/replicas.faults.ts',
    name: 'whoever shows a credential reads its own writes through any process',
  },
  {
    file: 'src/reading/replicas/by-turns.ts',
    before: `      return from(primary)
    }
  }`,
    after: `      throw error
    }
  }`,
    test: 'test/faults/replicas.faults.ts',
    name: 'one that ends costs no request, and is taken back when it is there again',
  },
  {
    file: 'src/reading/replicas/watch-replicas.ts',
    before: 'position >= required',
    after: 'position >= 0n',
    test: 'test/faults/replicas.faults.ts',
    name: 'one whose replay stands still is left out, and taken back when it goes on',
  },
  {
    file: 'src/reading/rounds/memory.ts',
    before: 'isOfAnother || ',
    after: '',
    test: 'test/reading/memory.test.ts',
    name: 'that is told of no news, by another server than before knows what still holds',
  },
]
