import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readText } from '../support/repository.ts'

// The commands of src/docs/install.md that build a version and remove old ones, with a repository of two small versions.

const PAGE = readText('src/docs/install.md')

describe('the commands of Install', () => {
  let folder: string
  let opt: string
  let versions = 0

  /** Runs what an operator copies, which goes on after an error. @returns the exit code. */
  const paste = (commands: string): number | null =>
    spawnSync('bash', ['-c', commands], { cwd: folder, stdio: 'ignore' }).status

  /** The block of the page with `text`, for the folders of this test. */
  const blockWith = (text: string, revision = ''): string => {
    const blocks = [...PAGE.matchAll(/^```console\n([^`]*)^```$/gm)].map(([, block = '']) => block)
    return (
      (blocks.find((block) => block.includes(text)) ?? '')
        .replaceAll('/opt', opt)
        .replaceAll('/etc/systemd/system', folder)
        // Two versions in one second would have one name.
        .replace('date +%FT%H%M%S', `echo 2026-11-27T${(versions += 1)}`)
        .replace('ADDRESS', path.join(folder, 'repository'))
        .replace('REVISION', revision)
    )
  }
  const BUILD = 'npm run build &&\n  ln'
  const UPGRADE = 'systemctl start art-marketplace-backup.service &&\n  ln'

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-install-'))
    opt = path.join(folder, 'opt')
    const repository = path.join(folder, 'repository')
    await mkdir(opt)
    await mkdir(path.join(repository, 'deploy'), { recursive: true })
    await writeFile(path.join(repository, 'deploy/unit.service'), '')
    const git = 'git -c user.name=art -c user.email=art@art.example'
    const commit = async (tag: string, build: string): Promise<void> => {
      const contents = { name: 'small', version: '1.0.0', scripts: { build } }
      await writeFile(path.join(repository, 'package.json'), JSON.stringify(contents))
      const make = `npm install --package-lock-only && ${git} init -q && ${git} add . && ${git} commit -qm ${tag} && ${git} tag ${tag}`
      expect(paste(`cd repository && ${make}`)).toBe(0)
    }
    await commit('good', 'true')
    await commit('broken', 'false')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('make a version of a folder of 1.3.0, with the files of deploy/', async () => {
    await mkdir(path.join(opt, 'art-marketplace'))
    expect(paste(blockWith('art-marketplace-files'))).toBe(0)
    const version = await readlink(path.join(opt, 'art-marketplace'))
    expect(await readdir(opt)).toEqual(['art-marketplace', version])
    expect(await readdir(path.join(opt, version, 'deploy'))).toEqual(['unit.service'])
    await rm(path.join(opt, 'art-marketplace'))
    await rm(path.join(opt, version), { recursive: true })
  })

  it('set no link to a version whose build has failed', async () => {
    expect(paste(blockWith(BUILD, 'broken'))).not.toBe(0)
    expect(await readdir(opt)).toEqual([expect.stringMatching(/^art-marketplace-2/)])
    expect(paste(blockWith(BUILD, 'good'))).toBe(0)
    const built = await readlink(path.join(opt, 'art-marketplace'))
    expect(paste(blockWith(UPGRADE, 'broken'))).not.toBe(0)
    expect(await readlink(path.join(opt, 'art-marketplace'))).toBe(built)
    expect(await readdir(opt)).not.toContain('art-marketplace-before')
  })

  it('remove all versions but the current one and the one before, and none without both links', async () => {
    const current = await readlink(path.join(opt, 'art-marketplace'))
    await mkdir(path.join(opt, 'art-marketplace-2026-01-01T000000'))
    await mkdir(path.join(opt, 'art-marketplace-2026-01-02T000000'))
    const all = await readdir(opt)
    expect(paste(blockWith('find '))).not.toBe(0)
    expect(await readdir(opt)).toEqual(all)
    await symlink('art-marketplace-2026-01-02T000000', path.join(opt, 'art-marketplace-before'))
    expect(paste(blockWith('find '))).toBe(0)
    expect((await readdir(opt)).toSorted()).toEqual(
      [
        'art-marketplace',
        'art-marketplace-before',
        'art-marketplace-2026-01-02T000000',
        current,
      ].toSorted(),
    )
  })
})
