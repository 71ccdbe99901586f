import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { contract } from '../../src/contract/document.ts'
import { runProgram } from '../programs/run-program.ts'

export interface MadePackage {
  /** What is installed. */
  readonly file: string
  /** What is in it, as paths. */
  readonly files: readonly string[]
  readonly sizeBytes: number
  readonly unpackedBytes: number
}

/** What a program imports by one path. */
export interface Export {
  readonly types: string
  readonly default: string
}

/** What a package has in its package.json beside what it shares with the project. */
interface OwnManifest {
  readonly name: string
  readonly description: string
  /** What a program imports; a path with `*` is that of a file. */
  readonly exports: Readonly<Record<string, Export | string>>
  readonly files: readonly string[]
  readonly bin?: object
}

/**
 * Packs a folder, with the licence of the project and the version of the contract.
 * @param folder has the files of the package.
 * @param readme its README.md, from the root of the project.
 */
export async function packNpmPackage(
  folder: string,
  readme: string,
  { name, description, ...own }: OwnManifest,
): Promise<MadePackage> {
  const root = projectRoot()
  await mkdir(folder, { recursive: true })
  const { license, engines, type } = await readManifest(root)
  const { version } = contract.info
  // The others also run in browsers, or have nothing to run.
  const node = own.bin === undefined ? {} : { engines }
  const shared = { name, version, description, license, type, ...node, sideEffects: false }
  const older = await serveOlderTools(folder, own.exports)
  const files = [...own.files, ...older.files]
  await writeFile(
    path.join(folder, 'package.json'),
    `${JSON.stringify({ ...shared, ...older.manifest, ...own, files }, null, 2)}\n`,
  )
  await copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  await copyFile(path.join(root, readme), path.join(folder, 'README.md'))
  const printed = await runProgram('npm', ['pack', '--json', '--silent'], folder)
  const [packed] = JSON.parse(printed.slice(printed.indexOf('['))) as [Packed]
  return {
    file: path.join(folder, packed.filename),
    files: packed.files.map((file) => file.path),
    sizeBytes: packed.size,
    unpackedBytes: packed.unpackedSize,
  }
}

/**
 * Says what is exported in the older way, too. TypeScript with `moduleResolution: node10` and some bundlers, such as Parcel,
 * read no `exports`: they take the main module from fields of their own, and any other from a file with its path.
 */
async function serveOlderTools(folder: string, exports: OwnManifest['exports']) {
  const manifest: { main?: string; types?: string } = {}
  const files: string[] = []
  for (const [name, target] of Object.entries(exports)) {
    if (typeof target === 'string') continue
    if (name === '.') {
      Object.assign(manifest, { main: target.default, types: target.types })
      continue
    }
    for (const extension of ['.js', '.d.ts']) {
      const file = `${name}${extension}`
      await writeFile(path.join(folder, file), `export * from '${target.default}'\n`)
      files.push(file)
    }
  }
  return { manifest, files }
}

type Manifest = Readonly<Record<string, unknown>>

/** The package.json in a folder. */
export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest
}

interface Packed {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}
