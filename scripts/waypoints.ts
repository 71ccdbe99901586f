/** `npm run waypoints`: the former name of `npm run offset-index`. */
console.error(
  '`npm run waypoints` is deprecated: use `npm run offset-index`. The old name goes in the next minor version.',
)
await import('./offset-index.ts')
