import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { installOnce } from '../install.ts'
import { fetching } from '../registry.ts'
import { runProgram } from '../run-program.ts'

const PIP_INSTALL = [
  '-m',
  'pip',
  'install',
  '--quiet',
  '--disable-pip-version-check',
  '--requirement',
]

/**
 * Makes a virtual environment in `folder`, with the packages that a requirements.txt names.
 * @throws RegistryUnreachable when they are not there yet and cannot be had now.
 */
export async function installRequirements(requirements: string, folder: string): Promise<void> {
  await installOnce(folder, await readFile(requirements, 'utf8'), async (draft) => {
    await runProgram('python3', ['-m', 'venv', path.join(draft, 'venv')], draft)
    const args = [...PIP_INSTALL, requirements]
    await fetching('the Python package index', () => runPython(draft, args, draft))
  })
}

/**
 * Runs the Python of the virtual environment in `folder`, which finds the programs beside it. Its
 * packages are run as modules: their own launchers hold the path that they were installed at.
 * @returns what it printed.
 */
export function runPython(folder: string, args: readonly string[], cwd: string): Promise<string> {
  const programs = path.join(folder, 'venv/bin')
  const search = [programs, process.env['PATH'] ?? ''].join(path.delimiter)
  return runProgram(path.join(programs, 'python'), args, cwd, { PATH: search })
}
