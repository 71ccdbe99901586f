// Many more random writes: see `amount`.
await import('./feed.test.ts')
