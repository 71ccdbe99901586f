import { check } from 'recheck'
import ts from 'typescript'
import { describe, expect, it, vi } from 'vitest'
import { readPreferences } from '../../scripts/mock/preferences.ts'
import { parseContentType } from '../../src/request-body/media-type.ts'
import { apiRoot } from '../../src/contract/document.ts'
import { findPath } from '../../src/contract/paths.ts'
import { filesBelow, readText } from '../support/repository.ts'

const SOURCES = ['.ts', '.tsx', '.js'].flatMap((extension) => filesBelow('src', extension))

interface Match {
  readonly place: string
  readonly expression: RegExp
}

function literalsOf(file: string): Match[] {
  const found: Match[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/su.exec(node.text) ?? []
      found.push({ place: `${file} ${node.text}`, expression: new RegExp(source, flags) })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest, true))
  return found
}

function patternsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { pattern } = node as { pattern?: unknown }
  return [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...Object.values(node).flatMap((child: unknown) => patternsOf(child)),
  ]
}

/** The expressions that `work` executes, and how often it does so. */
function matchesOf(work: () => unknown): { expressions: Set<RegExp>; count: number } {
  const exec = vi.spyOn(RegExp.prototype, 'exec')
  work()
  const { contexts } = exec.mock
  exec.mockRestore()
  return { expressions: new Set(contexts as RegExp[]), count: contexts.length }
}

const contract = JSON.parse(readText('generated/v1.json')) as object
/** The configuration is trusted input. */
const LITERALS = SOURCES.filter((file) => file !== 'src/config.ts').flatMap(literalsOf)
const PATTERNS = [...new Set(patternsOf(contract))].map((pattern) => ({
  place: `the contract: ${pattern}`,
  // As AJV compiles them.
  expression: new RegExp(pattern, 'u'),
}))

/** `safe` when static analysis proves linear time, otherwise an attack. */
async function analyse({ source, flags }: RegExp): Promise<string> {
  // Its other limits count characters. A limit of time would find attacks on a busy machine.
  const { status, ...found } = await check(source, flags.replaceAll('g', ''), {
    timeout: null,
    incubationTimeout: null,
    attackTimeout: null,
    randomSeed: 1,
  })
  if (status === 'safe') return status
  return JSON.stringify('attack' in found ? found.attack.pattern : found)
}

describe('every regular expression takes linear time', () => {
  it('is checked for all literals and patterns', () => {
    expect(LITERALS.length).toBeGreaterThan(50)
    expect(PATTERNS.length).toBeGreaterThan(8)
  })

  it.each([...LITERALS, ...PATTERNS])('C23 $place', async ({ expression }) => {
    expect(await analyse(expression)).toBe('safe')
  })

  it.each([
    ['parseContentType', 'a/a', '; a=a', parseContentType],
    ['readPreferences', '', 'a=a; a,', readPreferences],
    ['findPath', `${apiRoot}/events/`, '1/', findPath],
  ])('C23 those composed at run time: %s', async (_, start, piece, read) => {
    const { expressions } = matchesOf(() => read(start + piece))
    expect(expressions.size).toBeGreaterThan(0)
    for (const expression of expressions) expect(await analyse(expression)).toBe('safe')
    const { count } = matchesOf(() => read(start + piece.repeat(100)))
    expect(count).toBeLessThan(start.length + piece.length * 100)
  })

  it('has no others composed at run time', () => {
    const files = SOURCES.filter((file) => /\bRegExp\(/.test(readText(file)))
    expect(files.toSorted()).toEqual(['src/contract/paths.ts', 'src/request-body/media-type.ts'])
  })
})

describe('the analysis', () => {
  it.each([/\s+$/, /^\d+\d+$/, /(?<name>[a-z]*)[a-z]*"/i, /(a+)+$/, /^(?:a|ab|b)*c$/])(
    'finds %s',
    async (expression) => {
      expect(await analyse(expression)).not.toBe('safe')
    },
  )
})
