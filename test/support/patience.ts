/** Timeouts in milliseconds, only for tests that hang: a busy machine takes many times as long as an idle one. */
export const PATIENCE = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 120_000 } },
} as const
