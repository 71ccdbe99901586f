import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Some of Debian's programs are in folders that are not on every PATH. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']

/** The programs that are not installed. */
export function missingOf(...programs: readonly string[]): string[] {
  return programs.filter((name) => !FOLDERS.some((folder) => existsSync(path.join(folder, name))))
}

/** Whether this account may make namespaces, without which no container runs. */
export function canMakeNamespaces(): boolean {
  return (
    process.getuid?.() === 0 &&
    spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0
  )
}

/** The programs of the newest PostgreSQL of Debian; undefined if none is installed. */
export function postgresqlPrograms(): string | undefined {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return undefined
  const folders = readdirSync(base).toSorted((a, b) => Number(b) - Number(a))
  return folders
    .map((version) => path.join(base, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')))
}
