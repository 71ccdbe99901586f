import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { runProgram, runScript } from '../programs/run-program.ts'

export interface PackedClient {
  /** The package, as npm installs it. */
  readonly file: string
  /** What is in it, as paths. */
  readonly files: readonly string[]
  readonly sizeBytes: number
}

const FILES = [
  'dist/generated/operations.*',
  'dist/generated/v1.d.ts',
  'dist/src/client/*.d.ts',
  'dist/src/client/*.js',
]

/**
 * Packs the client alone, which needs no other package.
 * @param folder a new or empty one, which the package is made in and stays in.
 */
export async function packClient(folder: string): Promise<PackedClient> {
  const root = projectRoot()
  await mkdir(folder, { recursive: true })
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const out = path.join(folder, 'dist')
  await runScript(tsc, ['-p', path.join(root, 'tsconfig.client.json'), '--outDir', out], root)
  await copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  await copyFile(path.join(root, 'src/client/README.md'), path.join(folder, 'README.md'))
  const text = await readFile(path.join(root, 'package.json'), 'utf8')
  const manifest = `${JSON.stringify(clientManifest(JSON.parse(text) as Manifest), null, 2)}\n`
  await writeFile(path.join(folder, 'package.json'), manifest)
  return pack(folder)
}

/** Under the project's own name, so that `art-marketplace-listing-service/client` is the same in both. */
function clientManifest({ name, version, license, type, engines, exports }: Manifest): object {
  const description = 'A client of the Art Marketplace Listing Service.'
  return { name, version, description, license, type, engines, exports, files: FILES }
}

type Manifest = Readonly<Record<string, unknown>>

async function pack(folder: string): Promise<PackedClient> {
  const said = await runProgram('npm', ['pack', '--json', '--silent'], folder)
  const [packed] = JSON.parse(said.slice(said.indexOf('['))) as [Packed]
  return {
    file: path.join(folder, packed.filename),
    files: packed.files.map((file) => file.path),
    sizeBytes: packed.size,
  }
}

interface Packed {
  readonly filename: string
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}
