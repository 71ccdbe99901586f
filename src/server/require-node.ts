const OLDEST = [22, 12] as const

/** Ends a process of an older Node, in which imports fail without naming the reason. */
export function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  console.error(
    `Node ${OLDEST.join('.')} or newer is needed, and this is ${process.versions.node}.`,
  )
  process.exit(1)
}
