import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installOnce } from '../../scripts/programs/install.ts'
import { fetching } from '../../scripts/programs/registry.ts'
import { runProgram } from '../../scripts/programs/run-program.ts'
import { readText, root } from '../support/repository.ts'

/** The reference implementation of the Compose Specification, from which Docker Compose is made. */
const COMPOSE_GO = 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2'

const GIVEN = { SITE: 'art.example', MEDIA_URL: 'https://media.example' }

interface ComposeService {
  readonly image?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly stop_grace_period?: string
  readonly ports?: readonly {
    readonly host_ip?: string
    readonly published: string
    readonly target: number
  }[]
  readonly networks?: Readonly<Record<string, { readonly ipv4_address?: string } | null>>
  readonly volumes?: readonly { readonly type: string; readonly source: string }[]
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly configs: Readonly<Record<string, { readonly content: string }>>
  readonly networks: {
    readonly default: {
      readonly ipam: {
        readonly config: readonly [{ readonly subnet: string; readonly ip_range: string }]
      }
    }
  }
}

/** deploy/compose.yaml with variables of its own. @throws when it does not conform to the specification. */
export async function readCompose(password: string): Promise<Compose> {
  const given = { ...GIVEN, DATABASE_PASSWORD: password }
  const folder = path.join(root, '.data/deploy/compose-go')
  await installOnce(folder, COMPOSE_GO, async (draft) => {
    const install = () => runProgram('go', ['install', COMPOSE_GO], root, { GOBIN: draft })
    await fetching('the Go module proxy', install)
  })
  const scratch = await mkdtemp(path.join(tmpdir(), 'art-marketplace-compose-'))
  const file = path.join(scratch, 'compose.yaml')
  await writeFile(file, withVariables(readText('deploy/compose.yaml'), given))
  const options = ['-no-path-resolution', '-no-interpolation', '-format', 'json']
  const json = await runProgram(path.join(folder, 'cmd'), [...options, file], scratch)
  await rm(scratch, { recursive: true })
  return JSON.parse(json) as Compose
}

function withVariables(text: string, given: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::\?|:-([^}]*))\}/g, (_, name: string, otherwise?: string) => {
    const value = given[name] ?? otherwise
    if (value === undefined) throw new Error(`${name} has no value`)
    return value
  })
}
