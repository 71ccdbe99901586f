import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { DOMParser } from '@xmldom/xmldom'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import { GUIDE_FILES, MARKDOWN_PAGES } from '../../src/pages/docs/markdown-pages.ts'
import { useDeployment } from '../scripts/contract/deployment.ts'
import { isNightly } from '../support/amount.ts'
import { freePorts } from '../support/free-ports.ts'
import { codeIn } from './documented.ts'
import { usePartnerProject, type RunningMock } from './partner-project.ts'

// The commands and the examples of the packages, as in the CI of a partner.

const PAGE = 'src/docs/packages.md'

const test = useDeployment()
const project = usePartnerProject('contract', 'contract-runner', 'mock')
const runner = (...args: string[]) =>
  project.run('npx', ['art-marketplace-contract-runner', ...args])

interface Junit {
  readonly cases: number
  readonly failures: number
}

async function junitIn(file: string): Promise<Junit> {
  const text = await readFile(path.join(project.folder, file), 'utf8')
  const document = new DOMParser().parseFromString(text, 'text/xml')
  const count = (name: string) => document.getElementsByTagName(name).length
  return { cases: count('testcase'), failures: count('failure') }
}

describe('the contract runner', () => {
  let mock: RunningMock

  beforeAll(async () => {
    mock = await project.startMock()
  })
  afterAll(() => mock.close())

  it('ends with 1 if a case failed, and reports it in JUnit XML', async () => {
    const only = ['--only', 'retrieveIndex', '--junit', 'failed.xml']
    // The mock sends another `Vary` than the service.
    const { exitCode, stdout } = await runner('--base-url', mock.url, ...only)
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('document: #/components/')])
    expect((await junitIn('failed.xml')).failures).toBeGreaterThan(0)
  })

  it('ends with 2 if no case could run', async () => {
    const [port] = await freePorts(1)
    const unreachable = await runner('--base-url', `http://127.0.0.1:${port}`)
    expect(unreachable).toMatchObject({ exitCode: 2, stdout: '' })
    expect(unreachable.stderr).toContain('cannot be reached')
  })
})

it.each(['art-marketplace-contract-runner', 'art-marketplace-mock'])(
  '%s names the error of a command line, and how to get the options',
  async (name) => {
    const { exitCode, stderr } = await project.run('npx', [name, '--odd'])
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^Unknown option '--odd'/)])
    expect(stderr.split('\n').slice(1)).toEqual([`npx ${name} --help explains the arguments.`, ''])
  },
)

it.each(['art-marketplace-contract-runner', 'art-marketplace-mock'])(
  '%s says which Node it needs',
  async (name) => {
    const older = 'Object.defineProperty(process.versions, "node", { value: "22.11.0" })'
    const args = [
      '--import',
      `data:text/javascript,${older}`,
      `node_modules/.bin/${name}`,
      '--help',
    ]
    expect(await project.run('node', args)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'Node 22.12 or newer is needed, and this is 22.11.0.\n',
    })
  },
)

describe('the mock', () => {
  // They are files of the package.
  it('has every document, picture and problem', async () => {
    const mock = await project.startMock()
    const home = await (await fetch(mock.url, { headers: { accept: 'text/html' } })).text()
    const assets = [...home.matchAll(/"(?:http:\/\/[^/"]+)?(\/assets\/[^"]+)"/g)].map(
      ([, each = '']) => each,
    )
    expect(assets.length).toBeGreaterThan(2)
    const urls = [
      ...assets,
      ...MARKDOWN_PAGES.map((page) => page.path),
      ...Object.keys(GUIDE_FILES).map((name) => `/docs/guide/${name}`),
      ...['v1.yaml', 'v1.json', 'v1-3.0.json'].map((name) => `/openapi/${name}`),
      '/docs',
      '/docs/changelog.atom',
      '/docs/problems/not_found',
      '/favicon.ico',
    ]
    const statuses = await Promise.all(
      urls.map(async (url) => `${url} ${(await fetch(mock.url + url)).status}`),
    )
    expect(statuses.filter((line) => !line.endsWith(' 200'))).toEqual([])
    expect(await mock.close()).toEqual([0, 'mock: ended by SIGTERM\n'])
  })
})

interface Step {
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}

interface GitHubWorkflow {
  readonly jobs: { readonly 'art-marketplace': { readonly steps: readonly Step[] } }
}

interface GitLabPipeline {
  readonly 'art-marketplace': {
    readonly variables: Readonly<Record<string, string>>
    readonly script: readonly string[]
    readonly artifacts: { readonly reports: { readonly junit: string } }
  }
}

describe('the example for', () => {
  const [github = '', gitlab = ''] = codeIn(PAGE, 'yaml')
  const groups: number[] = []

  beforeAll(async () => {
    await mkdir(path.join(project.folder, 'vendor'))
    for (const name of ['mock', 'contract-runner'] as const) {
      const { file } = inject('packages')[name]
      await copyFile(file, path.join(project.folder, 'vendor', path.basename(file)))
    }
    await project.run('npm', ['pkg', 'set', 'scripts.test=node test.js'])
    await project.write('test.js', PARTNER_TEST)
  })
  // What the commands leave behind ends with the job.
  afterAll(() => {
    for (const group of groups) {
      try {
        process.kill(-group, 'SIGTERM')
      } catch {
        // Nothing was left.
      }
    }
  })

  /** The text of an example, with this deployment and a free port. */
  async function here(text: string): Promise<string> {
    const [port = 0] = await freePorts(1)
    return text
      .replaceAll('https://art.example', test.origin)
      .replaceAll(':4010', `:${port}`)
      .replaceAll('--port 4010', `--port ${port}`)
      .replace('${{ secrets.CONTRACT_KEY }}', test.key)
  }

  /** Runs a step, as the runners of both do. */
  async function runStep({ run = '', env = {} }: Step): Promise<void> {
    const child = spawn('bash', ['-e', '-c', run], {
      cwd: project.folder,
      env: { ...process.env, ...env },
      detached: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    if (child.pid !== undefined) groups.push(child.pid)
    const [exitCode] = (await once(child, 'exit')) as [number]
    expect(exitCode, output).toBe(0)
  }

  it('GitHub runs the tests with the mock, and all cases', async () => {
    const workflow = parse(await here(github)) as GitHubWorkflow
    const steps = workflow.jobs['art-marketplace'].steps.filter(({ run }) => run !== undefined)
    expect(steps).toHaveLength(3)
    for (const step of steps) await runStep(step)
    const { cases, failures } = await junitIn('junit.xml')
    expect(cases).toBeGreaterThan(1000)
    expect(failures).toBe(0)
  })

  it('GitLab does the same; without a key, it reads', async () => {
    // The other example has all cases on each commit.
    const text = isNightly ? gitlab : gitlab.replace('--junit', '--only /events/ --junit')
    const pipeline = (parse(await here(text)) as GitLabPipeline)['art-marketplace']
    const { script, variables, artifacts } = pipeline
    await runStep({ run: script.join('\n'), env: variables })
    const { cases, failures } = await junitIn(artifacts.reports.junit)
    expect(cases).toBeGreaterThan(isNightly ? 1000 : 0)
    expect(failures).toBe(0)
  })

  it('both has the lines of the page', () => {
    const [lines = ''] = codeIn(PAGE, 'sh')
    for (const line of lines.trimEnd().split('\n')) {
      expect(github).toContain(line)
      expect(gitlab).toContain(line)
    }
  })
})

const PARTNER_TEST = `
const response = await fetch(process.env.ART_MARKETPLACE_URL + '/events/')
const { count } = await response.json()
if (count !== 40) throw new Error('These are no examples: ' + count)
`

const READMES = ['contract', 'contract-runner', 'mock'].map(
  (name) => `scripts/packages/${name}/README.md`,
)

/** The READMEs repeat those of the page. */
const PROGRAMS = new Set([PAGE, ...READMES].flatMap((file) => codeIn(file, 'js')))

it.each([...PROGRAMS])('a documented program runs: %s', async (program) => {
  await project.write('documented.js', program.replaceAll('https://art.example', test.origin))
  const { exitCode, stdout, stderr } = await project.run(process.execPath, ['documented.js'])
  expect([exitCode, stderr]).toEqual([0, ''])
  // A status, no failures, or a version.
  expect(stdout).toMatch(/^(200|\[\]|\d+\.\d+\.\d+)\n$/)
})

it('has an example of each package', () => expect(PROGRAMS.size).toBe(3))
