/** npm only warns of a Node that is too old, and what it lacks would be an error without a reason. */
export function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 12)) return
  console.error(`Node 22.12 or newer is needed, and this is ${process.versions.node}.`)
  process.exit(2)
}
