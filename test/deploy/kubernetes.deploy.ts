import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { RegistryUnreachable } from '../../scripts/programs/registry.ts'
import { installRequirements, runPython } from '../../scripts/programs/virtual-environment.ts'
import { filesBelow, readText, root } from '../support/repository.ts'
import { expectSettings, imageVariables, stopSeconds } from './service-settings.ts'

// The manifests of deploy/kubernetes/, by the schemas of Kubernetes and by what the service needs.

interface Manifest {
  readonly kind: string
  readonly data?: Readonly<Record<string, string>>
  readonly stringData?: Readonly<Record<string, string>>
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

interface PodSpec {
  readonly terminationGracePeriodSeconds: number
  readonly securityContext: { readonly runAsNonRoot: boolean }
  readonly containers: readonly [
    {
      readonly env: readonly { readonly name: string; readonly value?: string }[]
      readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
      readonly lifecycle: {
        readonly preStop: { readonly exec: { readonly command: readonly string[] } }
      }
      readonly startupProbe: Probe
      readonly livenessProbe: Probe
      readonly readinessProbe: Probe
      readonly securityContext: Readonly<Record<string, unknown>>
    },
  ]
}

const FILES = filesBelow('deploy/kubernetes', '.yaml')
const MANIFESTS = FILES.flatMap((file) =>
  parseAllDocuments(readText(file)).map((each) => each.toJS() as Manifest),
)
const ofKind = (kind: string): Manifest => {
  const found = MANIFESTS.find((manifest) => manifest.kind === kind)
  if (found === undefined) throw new Error(`There is no ${kind}`)
  return found
}
const { spec } = (ofKind('Deployment') as unknown as { spec: { template: { spec: PodSpec } } }).spec
  .template
const [container] = spec.containers

describe('the manifests of Kubernetes', () => {
  it('fit the schemas of Kubernetes, without unknown fields', async (context) => {
    const folder = path.join(root, '.data/deploy/python')
    try {
      await installRequirements(path.join(root, 'test/deploy/requirements.txt'), folder)
    } catch (error) {
      if (error instanceof RegistryUnreachable) return context.skip(error.message)
      throw error
    }
    const files = FILES.map((file) => path.join(root, file))
    const output = await runPython(
      folder,
      ['-m', 'kubernetes_validate', '--strict', ...files],
      root,
    )
    expect(output.match(/ passed for resource /g)).toHaveLength(MANIFESTS.length)
  })

  it('give the service variables that it reads, with values with which it starts', () => {
    const own = container.env.map(({ name, value = '10.0.0.7' }) => [name, value] as const)
    const secret = Object.entries(ofKind('Secret').stringData ?? {}).map(
      ([name, value]) => [name, value.replace('PASSWORD', 'Mai7tbu2')] as const,
    )
    const given = { ...ofKind('ConfigMap').data, ...Object.fromEntries(secret) }
    expectSettings({ ...imageVariables(), ...given, ...Object.fromEntries(own) })
  })

  it('ask the ports of the image', () => {
    const { PORT, ADMIN_PORT } = imageVariables()
    const ports = container.ports.map(({ name, containerPort }) => [name, String(containerPort)])
    expect(Object.fromEntries(ports)).toEqual({ http: PORT, admin: ADMIN_PORT })
    expect(container.env).toContainEqual({ name: 'ADMIN_PORT', value: ADMIN_PORT })
  })

  // A restart does not repair a database that is down; a pod without one gets no requests.
  it('restart what is not alive, and send requests to what is ready', () => {
    const { startupProbe, livenessProbe, readinessProbe } = container
    const asked = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)
    expect(asked).toEqual(
      ['/livez', '/livez', '/readyz'].map((address) => ({ path: address, port: 'admin' })),
    )
  })

  it('let a machine be emptied while the database is down', () => {
    const budget = { minAvailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' }
    expect(ofKind('PodDisruptionBudget')).toMatchObject({ spec: budget })
  })

  it('leave time to stop', () => {
    const [program, seconds] = container.lifecycle.preStop.exec.command
    expect(program).toBe('sleep')
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + stopSeconds())
  })

  it('give the container no rights', () => {
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })
})
