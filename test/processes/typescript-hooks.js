import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

// Runs TypeScript sources in another process: `node --import ./register-typescript.js`.

/** Caches compiled sources, because compiling the whole service takes several times as long as its start. */
const CACHE = new URL('../../node_modules/.cache/typescript-hooks/', import.meta.url)
/** Part of the cache key, because it has the compiler's options. */
const OWN_SOURCE = await readFile(new URL(import.meta.url), 'utf8')

export async function load(url, context, nextLoad) {
  if (!/\.tsx?$/.test(url)) return nextLoad(url, context)
  const source = await readFile(fileURLToPath(url), 'utf8')
  // The file name decides about JSX.
  const key = createHash('sha256').update(`${OWN_SOURCE}${url}\n${source}`).digest('hex')
  const cached = new URL(`${key}.js`, CACHE)
  const compiled = await readFile(cached, 'utf8').catch(() => compile(url, source, cached))
  return { format: 'module', source: compiled, shortCircuit: true }
}

async function compile(url, source, cached) {
  const { default: ts } = await import('typescript')
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2024,
    jsx: ts.JsxEmit.ReactJSX,
    jsxImportSource: 'preact',
  }
  const { outputText } = ts.transpileModule(source, { compilerOptions, fileName: url })
  await mkdir(CACHE, { recursive: true })
  const draft = new URL(`${randomUUID()}.draft`, CACHE)
  await writeFile(draft, outputText)
  await rename(draft, cached)
  return outputText
}
