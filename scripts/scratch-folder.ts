import { mkdtemp } from 'node:fs/promises'
import { afterThisProcess } from './after-this-process.ts'

/**
 * A new folder. When this process ends, in whatever way, another one ends the embedded server in the folder, which would go on,
 * and removes the folder.
 * @param prefix the beginning of its path.
 */
export async function makeScratchFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(prefix)
  afterThisProcess(cleanUp, folder)
  return folder
}

/** Ends the server and removes its folder. It uses nothing of this file. */
function cleanUp(): void {
  const fs = process.getBuiltinModule('node:fs')
  const folder = process.argv[1] ?? ''
  const end = (tries: number): void => {
    try {
      const file = `${folder}/postgres/postmaster.pid`
      // Immediate shutdown: nothing of the data is needed.
      process.kill(Number(fs.readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT')
    } catch {
      // There is no server, or not yet.
    }
    if (tries > 0 && fs.existsSync(folder)) setTimeout(end, 100, tries - 1)
    if (tries === 0 || !fs.existsSync(`${folder}/postgres/postmaster.pid`)) {
      fs.rmSync(folder, { recursive: true, force: true })
    }
  }
  end(100)
}
