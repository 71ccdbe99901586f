import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runProgram } from '../../scripts/programs/run-program.ts'
import { readText, root } from '../support/repository.ts'

/** Whether this machine lets this account make what a systemd of its own needs. */
export function canBootUnits(): boolean {
  const probe =
    'mount -t cgroup2 none /mnt && test -w /mnt/cgroup.procs && test -x /lib/systemd/systemd'
  const args = ['--mount', '--pid', '--fork', '--cgroup', 'sh', '-c', probe]
  return process.getuid?.() === 0 && spawnSync('unshare', args).status === 0
}

export interface BootedUnits {
  /** Runs systemctl. @returns its output. */
  systemctl(...args: readonly string[]): Promise<string>
  /** Runs another program where the units are. */
  run(...command: readonly string[]): Promise<string>
  stop(): Promise<void>
}

/** The program that the rates come from, in `rates.sh`. */
const DOWNLOAD = /^curl .*\nfunzip .*(?= >)/m

/** Boots systemd with the units, and starts none. @param environment the text of the environment file. */
export async function bootUnits(environment: string, rates: string): Promise<BootedUnits> {
  const folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-booted-'))
  await mkdir(path.join(folder, 'view'))
  await writeFile(path.join(folder, 'environment'), environment)
  await writeFile(path.join(folder, 'rates.csv'), rates)
  const script = readText('deploy/systemd/rates.sh')
  if (!DOWNLOAD.test(script)) throw new Error('rates.sh has no download')
  await writeFile(path.join(folder, 'rates.sh'), script.replace(DOWNLOAD, 'cat /etc/rates.csv'))
  const boot = path.join(root, 'test/deploy/boot-units.sh')
  const outer = ['--mount', boot, folder, root, process.execPath]
  const child = spawn('unshare', outer, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const run = async (...command: readonly string[]): Promise<string> => {
    const [pid = ''] = (await runProgram('pgrep', ['--parent', String(child.pid)], root)).split(
      '\n',
    )
    const inside = ['--target', pid, '--mount', '--pid', '--uts', '--ipc', '--cgroup', '--wd=/']
    return runProgram('nsenter', [...inside, '--', ...command], root)
  }
  const systemctl = (...args: readonly string[]): Promise<string> =>
    run('systemctl', '--no-pager', ...args)
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
    await removeGroups()
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; ; tries += 1) {
    try {
      await systemctl('is-active', 'default.target')
      return { systemctl, run, stop }
    } catch (error) {
      if (tries < 100) await sleep(100)
      else {
        await stop()
        throw error
      }
    }
  }
}

async function removeGroups(): Promise<void> {
  const remove =
    'mount -t cgroup2 none /mnt && find /mnt/art-marketplace-units -depth -type d -exec rmdir {} +'
  for (let tries = 0; ; tries += 1) {
    const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', remove])
    if (status === 0 || tries === 50) return
    // Its processes are still ending.
    await sleep(100)
  }
}
