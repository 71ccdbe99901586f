import { runSuite } from './check/run-suite.ts'

/** `npm run test:failover`: the service on a cluster of PostgreSQL that fails over. */
await runSuite({
  usage: `Usage: npm run test:failover [-- --nightly]
  --nightly         20 failovers in a row

Starts three PostgreSQL servers under Patroni with etcd, and the service on them. Kills PostgreSQL or the whole primary, or
switches over, while clients read and write. Needs Debian's packages patroni, etcd-server, python3-etcd and postgresql;
without them it is skipped, and the output says so.`,
  config: 'vitest.failover.config.ts',
  hasNightly: true,
})
