import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installOnce } from '../../../scripts/programs/install.ts'
import { oneAtATime } from '../../sdks/one-at-a-time.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'art-marketplace-install-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe('installOnce', () => {
  const folder = (): string => path.join(root, 'tool-1.0.0')
  const install = (recipe: string, content: string): Promise<void> =>
    installOnce(folder(), recipe, (draft) => writeFile(path.join(draft, 'tool'), content))
  const installed = (): Promise<string> => readFile(path.join(folder(), 'tool'), 'utf8')

  it('installs once for each recipe', async () => {
    await install('a', 'first')
    await install('a', 'second')
    expect(await installed()).toBe('first')
    await install('b', 'third')
    expect(await installed()).toBe('third')
  })

  it('leaves nothing half installed', async () => {
    const broken = installOnce(folder(), 'a', async (draft) => {
      await writeFile(path.join(draft, 'tool'), 'half')
      throw new Error('interrupted')
    })
    await expect(broken).rejects.toThrow('interrupted')
    expect(await readdir(root)).toEqual([])
  })
})

describe('oneAtATime', () => {
  const file = (): string => path.join(root, 'sdks', 'tool.lock')

  it('waits for the end of the other', async () => {
    const steps: string[] = []
    const work = (name: string) => async (): Promise<void> => {
      steps.push(`${name} begins`)
      await sleep(20)
      steps.push(`${name} ends`)
    }
    await Promise.all([oneAtATime(file(), work('first')), oneAtATime(file(), work('second'))])
    expect(steps[1]?.slice(0, 6)).toBe(steps[0]?.slice(0, 6))
    expect(steps).toHaveLength(4)
    expect(existsSync(file())).toBe(false)
  })

  it('ignores the lock of an ended process, and releases it after a failure', async () => {
    await oneAtATime(file(), () => Promise.resolve())
    const NO_PROCESS = 2 ** 22 + 1
    await writeFile(file(), String(NO_PROCESS))
    const broken = oneAtATime(file(), () => Promise.reject(new Error('broken')))
    await expect(broken).rejects.toThrow('broken')
    expect(await oneAtATime(file(), () => Promise.resolve('done'))).toBe('done')
  })
})
