import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { installOnce } from '../../scripts/programs/install.ts'
import { fetching } from '../../scripts/programs/registry.ts'
import { runProgram } from '../../scripts/programs/run-program.ts'
import { readText, root } from '../support/repository.ts'
import { missingOf } from './programs.ts'
import { expectSettings, imageVariables, stopSeconds } from './service-settings.ts'

// deploy/compose.yaml as the reference implementation of the Compose Specification reads it.

/** The reference implementation, from which Docker Compose is made. */
const COMPOSE_GO = 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2'

const GIVEN: Readonly<Record<string, string>> = {
  SITE: 'art.example',
  MEDIA_URL: 'https://media.example',
  DATABASE_PASSWORD: 'Mai7tbu2',
}

interface ComposeService {
  readonly image?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly stop_grace_period?: string
  readonly volumes?: readonly { readonly type: string; readonly source: string }[]
  readonly read_only?: boolean
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } }
  }
}

const missing = missingOf('go')
if (missing.length > 0) console.log('Skipped: deploy/compose.yaml, as there is no go')

describe.skipIf(missing.length > 0)('deploy/compose.yaml', () => {
  let compose: Compose
  const service = (name: string): ComposeService => compose.services[name] ?? {}

  beforeAll(async () => {
    compose = await readCompose()
  })

  it('gives the service variables that it reads, with values with which it starts', () => {
    for (const name of ['service', 'commands']) {
      expectSettings({ ...imageVariables(), ...service(name).environment })
    }
  })

  it('trusts the addresses of its own network', () => {
    const [{ subnet } = {}] = compose.networks.default.ipam.config
    expect(service('service').environment).toMatchObject({ TRUSTED_PROXIES: subnet })
  })

  it('sends requests to what is ready', () => {
    const { PORT, ADMIN_PORT } = imageVariables()
    expect(service('service').healthcheck?.test.join(' ')).toContain(
      `http://127.0.0.1:${ADMIN_PORT}/readyz`,
    )
    expect(service('proxy').depends_on).toMatchObject({ service: { condition: 'service_healthy' } })
    expect(service('proxy').environment).toMatchObject({ SERVICE: `service:${PORT}` })
  })

  it('leaves the service time to stop', () => {
    const seconds = Number(/^(\d+)s$/.exec(service('service').stop_grace_period ?? '')?.[1])
    expect(seconds).toBeGreaterThan(stopSeconds())
  })

  it('mounts files that are there', () => {
    const files = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes)
      .filter(({ type }) => type === 'bind')
    expect(files.length).toBeGreaterThan(1)
    for (const { source } of files) expect(existsSync(path.join(root, 'deploy', source))).toBe(true)
  })
})

/** The file with the given variables. @throws when it does not conform to the specification. */
async function readCompose(): Promise<Compose> {
  const folder = path.join(root, '.data/deploy/compose-go')
  await installOnce(folder, COMPOSE_GO, async (draft) => {
    const install = () => runProgram('go', ['install', COMPOSE_GO], root, { GOBIN: draft })
    await fetching('the Go module proxy', install)
  })
  const scratch = await mkdtemp(path.join(tmpdir(), 'art-marketplace-compose-'))
  const file = path.join(scratch, 'compose.yaml')
  await writeFile(file, withVariables(readText('deploy/compose.yaml')))
  const options = ['-no-path-resolution', '-no-interpolation', '-format', 'json']
  const json = await runProgram(path.join(folder, 'cmd'), [...options, file], scratch)
  await rm(scratch, { recursive: true })
  return JSON.parse(json) as Compose
}

function withVariables(text: string): string {
  return text.replaceAll(/\$\{(\w+)(?::\?|:-([^}]*))\}/g, (_, name: string, otherwise?: string) => {
    const value = GIVEN[name] ?? otherwise
    if (value === undefined) throw new Error(`${name} has no value`)
    return value
  })
}
