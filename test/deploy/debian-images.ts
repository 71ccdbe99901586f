import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installNpmPackages } from '../../scripts/programs/npm-packages.ts'
import { runProgram } from '../../scripts/programs/run-program.ts'
import { readText, root } from '../support/repository.ts'

/** Images in a store of this project, so that no image of this machine is changed. */
export interface Images {
  /** A folder for PATH, with a podman that uses this store, and the network and the limits of this machine. */
  readonly programs: string
  podman(...args: readonly string[]): Promise<string>
  remove(): Promise<void>
}

/** The bases of the image, which the build would get from a registry. */
export const BASES = {
  BASE: 'localhost/debian:slim',
  BUILD_BASE: 'localhost/node:24',
}

const [, NODE = ''] = /RECOMMENDED = '(.*)'/.exec(readText('scripts/install-node.js')) ?? []
const NPM = '11.21.2'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** As in the images of Debian that registries call slim. */
const SLIM = ['man', 'doc', 'locale'].map(
  (folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`,
)

/** Makes the bases from the packages of this machine's Debian and from npm's package of Node. */
export async function makeBases(): Promise<Images> {
  const folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-images-'))
  const programs = path.join(folder, 'bin')
  await mkdir(programs)
  await writeFile(path.join(programs, 'podman'), podmanOf(folder), { mode: 0o755 })
  const podman = (...args: readonly string[]): Promise<string> =>
    runProgram(path.join(programs, 'podman'), args, root)
  await podman('import', await debianArchive(), BASES.BASE)
  const context = await nodeContext(folder)
  await podman('build', '--tag', BASES.BUILD_BASE, context)
  return {
    programs,
    podman,
    async remove() {
      await podman('rm', '--all', '--force')
      // Podman mounts this folder on itself, and mostly unmounts it.
      const unmount = ['--lazy', path.join(folder, 'root/overlay')]
      await runProgram('umount', unmount, root).catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The limits of a container are those that any container may set. Not every machine has a network for containers, or a
 * systemd for their groups and health checks.
 */
function podmanOf(folder: string): string {
  const store = `--root ${folder}/root --runroot ${folder}/run --tmpdir ${folder}/tmp`
  return `#!/bin/sh
command=$1
shift
case $command in
  build) set -- --network host --isolation chroot "$@" ;;
  run) set -- --network host --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 "$@" ;;
esac
exec /usr/bin/podman ${store} --cgroup-manager cgroupfs --runtime runc "$command" "$@"
`
}

async function debianArchive(): Promise<string> {
  const archive = path.join(root, '.data/deploy/debian-slim.tar')
  if (existsSync(archive)) return archive
  await mkdir(path.dirname(archive), { recursive: true })
  const draft = `${archive}-${process.pid}.tar`
  const sources = '/etc/apt/sources.list.d/debian.sources'
  await runProgram(
    'mmdebstrap',
    [
      '--variant=minbase',
      '--include=usr-is-merged',
      '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
      ...SLIM,
      await codeName(),
      draft,
      existsSync(sources) ? sources : '/etc/apt/sources.list',
    ],
    root,
  )
  await runProgram('mv', [draft, archive], root)
  return archive
}

async function codeName(): Promise<string> {
  const command = '. /etc/os-release && echo "$VERSION_CODENAME"'
  return (await runProgram('sh', ['-c', command], root)).trim()
}

/** The folder to build an image with Node and npm from. It trusts the certificates of this machine. */
async function nodeContext(folder: string): Promise<string> {
  const node = `node-${process.platform}-${process.arch}`
  const context = path.join(root, '.data/deploy/node')
  await installNpmPackages({ [node]: NODE, npm: NPM }, context)
  const own = path.join(folder, 'node')
  await mkdir(own)
  for (const name of [node, 'npm']) {
    await runProgram('cp', ['-r', path.join(context, 'node_modules', name), own], root)
  }
  await copyFile(CERTIFICATES, path.join(own, 'certificates.crt'))
  await writeFile(
    path.join(own, 'Containerfile'),
    `FROM ${BASES.BASE}
COPY ${node}/bin/node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
COPY certificates.crt ${CERTIFICATES}
ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}
`,
  )
  return own
}
