import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { installNpmPackages } from '../sdks/npm-packages.ts'
import type { ScratchService } from '../sdks/scratch-service.ts'

const PACKAGES = { '@stoplight/prism-cli': '5.16.0' }
const LONGEST_START_MS = 60_000

export interface Proxy {
  /** Of its root, which stands for `/api/v1` of the service. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts Prism's validation proxy in front of the service, on a free port. With `--errors` it answers
 * with an error of its own whatever breaks the document, a request or an answer.
 * @throws RegistryUnreachable when it is not installed yet and cannot be had now.
 */
export async function startPrism({ url, folder }: ScratchService): Promise<Proxy> {
  const installed = await install()
  const file = path.join(folder, 'prism.json')
  const document = await fetch(`${url}/openapi/v1.json`)
  await writeFile(file, await document.text())
  const program = path.join(installed, 'node_modules/@stoplight/prism-cli/dist/index.js')
  // It looks for paths below the root and not below the path of `servers`, so the upstream has it.
  const args = ['proxy', file, `${url}/api/v1`, '--host', '127.0.0.1', '--port', '0', '--errors']
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const close = (): Promise<void> => stop(child)
  try {
    return { url: await addressOf(child), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function install(): Promise<string> {
  const folder = path.join(projectRoot(), '.data/conformance/prism')
  await installNpmPackages(PACKAGES, folder)
  return folder
}

/** What it says when it is ready. */
async function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  const timer = AbortSignal.timeout(LONGEST_START_MS)
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error(`Prism does not start: ${output}`))
    child.once('exit', fail)
    child.once('error', fail)
    timer.addEventListener('abort', fail)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = `${output}${text}`.slice(-10_000)
        const [, url] = /Prism is listening on (http:\/\/[\d.:]+)/.exec(output) ?? []
        if (url !== undefined) resolve(url)
      })
    }
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
