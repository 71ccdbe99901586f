import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

// Runs TypeScript sources in another process: `node --import ./register-typescript.js`.

/** Caches compiled sources, because compiling the whole service takes several times as long as its start. */
const CACHE = new URL('../../node_modules/.cache/typescript-hooks/', import.meta.url)
/** Part of the cache key, because it has the compiler's options. */
const OWN_SOURCE = readFileSync(new URL(import.meta.url), 'utf8')
const require = createRequire(import.meta.url)

export function load(url, context, nextLoad) {
  if (!/\.tsx?$/.test(url)) return nextLoad(url, context)
  const source = readFileSync(fileURLToPath(url), 'utf8')
  // The file name decides about JSX.
  const key = createHash('sha256').update(`${OWN_SOURCE}${url}\n${source}`).digest('hex')
  const compiled = compile(url, source, new URL(`${key}.js`, CACHE))
  return { format: 'module', source: compiled, shortCircuit: true }
}

function compile(url, source, cached) {
  try {
    return readFileSync(cached, 'utf8')
  } catch {
    // It is not there yet.
  }
  const ts = require('typescript')
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2024,
    jsx: ts.JsxEmit.ReactJSX,
    jsxImportSource: 'preact',
  }
  const { outputText } = ts.transpileModule(source, { compilerOptions, fileName: url })
  mkdirSync(CACHE, { recursive: true })
  const draft = new URL(`${randomUUID()}.draft`, CACHE)
  writeFileSync(draft, outputText)
  renameSync(draft, cached)
  return outputText
}
