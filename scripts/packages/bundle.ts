import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import ts from 'typescript'
import { projectRoot } from '../../src/config.ts'
import { readManifest } from './npm-package.ts'

interface Bundle {
  /** Where `dist/` and the notices of licences are made. */
  readonly folder: string
  /** The source of each file in `dist/`, from the root of the project. */
  readonly entries: Readonly<Record<string, string>>
  /** Files that replace others, by their names in imports. */
  readonly replaced?: Readonly<Record<string, string>>
  /** Packages that the code names but never loads. */
  readonly external?: readonly string[]
}

/** Bundles programs with the packages that they load, so that an installation needs no other package. */
export async function bundle({
  folder,
  entries,
  replaced = {},
  external = [],
}: Bundle): Promise<void> {
  const root = projectRoot()
  const build = await rolldown({
    cwd: root,
    input: { ...entries },
    platform: 'node',
    external: [...external],
    plugins: [replacing(replaced)],
    // The libraries have constructs that it warns of.
    logLevel: 'silent',
  })
  const { output } = await build.write({
    dir: path.join(folder, 'dist'),
    format: 'esm',
    // The names stay, so that a stack can be read.
    minify: { mangle: false, compress: true, codegen: true },
    comments: { legal: true },
    chunkFileNames: '[name].js',
  })
  await build.close()
  const modules = output.flatMap((chunk) => ('modules' in chunk ? Object.keys(chunk.modules) : []))
  await writeFile(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), await noticesOf(modules))
}

function replacing(replaced: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'replaced-files',
    resolveId: (source) => {
      const replacement = replaced[path.basename(source)]
      return replacement === undefined ? null : path.join(projectRoot(), replacement)
    },
  }
}

/** The name, the version and the licence of each package that has a module in the bundle, as their licences require. */
async function noticesOf(modules: readonly string[]): Promise<string> {
  const folders = modules.map((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
  const packages = [...new Set(folders)].filter((each) => each !== undefined).toSorted()
  const notices = await Promise.all(
    packages.map(async (each) => {
      const { name, version, license } = await readManifest(each)
      const files = (await readdir(each)).filter((file) => /^(licen[cs]e|notice)/i.test(file))
      const texts = await Promise.all(files.map((file) => readFile(path.join(each, file), 'utf8')))
      return [`${String(name)} ${String(version)} (${String(license)})`, ...texts].join('\n\n')
    }),
  )
  return notices.join(`\n\n${'-'.repeat(80)}\n\n`)
}

/**
 * Writes the types of a module that declares each type it exports.
 * @throws what the compiler could not tell from the module alone.
 */
export async function writeTypes(source: string, file: string): Promise<void> {
  const text = await readFile(path.join(projectRoot(), source), 'utf8')
  const compilerOptions = { module: ts.ModuleKind.NodeNext, isolatedDeclarations: true }
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    fileName: path.basename(source),
    compilerOptions,
    reportDiagnostics: true,
  })
  const [first] = diagnostics
  if (first !== undefined) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'))
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, outputText)
}
