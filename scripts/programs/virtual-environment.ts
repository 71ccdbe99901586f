import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { installOnce } from './install.ts'
import { fetching } from './registry.ts'
import { runProgram } from './run-program.ts'

const PIP_INSTALL = [
  '-m',
  'pip',
  'install',
  '--quiet',
  '--disable-pip-version-check',
  '--requirement',
]

/**
 * Creates a virtual environment in `folder` with the packages of a requirements.txt.
 * @throws RegistryUnreachable when they are not installed and the registry is unreachable.
 */
export async function installRequirements(requirements: string, folder: string): Promise<void> {
  await installOnce(folder, await readFile(requirements, 'utf8'), async (draft) => {
    await runProgram('python3', ['-m', 'venv', path.join(draft, 'venv')], draft)
    const args = [...PIP_INSTALL, requirements]
    await fetching('the Python package index', () => runPython(draft, args, draft))
  })
}

/**
 * Runs the Python of the virtual environment in `folder`. Packages must be run as modules, because their launchers
 * contain the path of their installation.
 * @returns its output.
 */
export function runPython(folder: string, args: readonly string[], cwd: string): Promise<string> {
  const programs = path.join(folder, 'venv/bin')
  const search = [programs, process.env['PATH'] ?? ''].join(path.delimiter)
  return runProgram(path.join(programs, 'python'), args, cwd, { PATH: search })
}
