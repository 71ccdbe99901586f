// Compiles the sources to dist/. It does not check their types: `npm test` does, and each start would wait for it. It is
// plain JavaScript, because it runs before anything is compiled.
import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { root } from './install-node.js'

const FOLDERS = ['src', 'scripts', 'generated', 'test']
/** Test files have a second dot, and nothing imports them. */
const SOURCE = /^[^.]+\.tsx?$/

/** A file of a complete build, to compare its date with those of BUILT_FROM. */
export const BUILT = 'dist/.built'
export const BUILT_FROM = [...FOLDERS, 'tsconfig.json', 'package-lock.json']

/** Compiles all sources and removes other files from dist/. If that fails, this process ends with code 1. */
export async function compile() {
  console.error('Building...')
  removeFile(BUILT)
  const began = new Date()
  // It is an optional package, which npm leaves out silently where it cannot install it.
  const { transform } = await import('oxc-transform').catch(() =>
    fail('the package oxc-transform is missing. Install it: npm ci --omit=dev --include=optional'),
  )
  const options = transformOptions()
  const compiled = await Promise.all(
    FOLDERS.flatMap(filesIn)
      .filter((file) => SOURCE.test(path.basename(file)))
      .map(async (file) => writeOutput(file, await transform(file, read(file), options))),
  )
  const outputs = new Set(compiled.flat())
  for (const file of filesIn('dist')) if (!outputs.has(file)) removeFile(file)
  // A source that was changed meanwhile is newer.
  writeFile(BUILT, '', began)
}

/** What tsconfig.json says for the check of types, in the words of oxc-transform. */
function transformOptions() {
  const { target, jsxImportSource } = JSON.parse(read('tsconfig.json')).compilerOptions
  return {
    target,
    jsx: { importSource: jsxImportSource },
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
    sourcemap: true,
  }
}

/** @returns the files that it has written. */
function writeOutput(source, { code, map, errors }) {
  if (errors.length > 0) {
    for (const { message, codeframe } of errors) console.error(codeframe ?? message)
    fail(`${source} cannot be compiled.`)
  }
  const output = path.join('dist', source.replace(/\.tsx?$/, '.js'))
  const folder = path.dirname(output)
  const { mappings, names } = map
  const sources = [path.relative(folder, source)]
  mkdirSync(path.join(root, folder), { recursive: true })
  const link = `//# sourceMappingURL=${path.basename(output)}.map\n`
  writeFile(output, code + link)
  writeFile(`${output}.map`, JSON.stringify({ version: 3, sources, names, mappings }))
  return [output, `${output}.map`]
}

/**
 * A file is whole at any moment: another command may compile the same sources, and one that has done so may read it. Each build
 * removes what others have not finished, because a build that was killed leaves one, so a file that is gone is written again.
 */
function writeFile(file, text, time = new Date()) {
  const unfinished = path.join(root, `dist/.unfinished-${randomUUID()}`)
  try {
    writeFileSync(unfinished, text)
    utimesSync(unfinished, time, time)
    renameSync(unfinished, path.join(root, file))
  } catch (error) {
    if (error.code !== 'ENOENT' || error.syscall === 'open') throw error
    writeFile(file, text, time)
  }
}

function removeFile(file) {
  rmSync(path.join(root, file), { force: true })
}

function fail(reason) {
  console.error(`Building failed: ${reason}`)
  process.exit(1)
}

function read(file) {
  return readFileSync(path.join(root, file), 'utf8')
}

/** All files below a folder, with paths from the root of the project. */
function filesIn(folder) {
  const options = { recursive: true, withFileTypes: true }
  return readdirSync(path.join(root, folder), options)
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}
