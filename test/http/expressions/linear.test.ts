import { check } from 'recheck'
import ts from 'typescript'
import { describe, expect, it, vi } from 'vitest'
import { readPreferences } from '../../../scripts/mock/preferences.ts'
import { parseContentType } from '../../../src/request-body/media-type.ts'
import { apiRoot } from '../../../src/contract/document.ts'
import { findPath } from '../../../src/contract/paths.ts'
import { filesBelow, readText } from '../../support/repository.ts'

const SOURCES = ['.ts', '.tsx', '.js'].flatMap((extension) => filesBelow('src', extension))

interface Found {
  readonly place: string
  readonly expression: RegExp
}

function literalsOf(file: string): Found[] {
  const found: Found[] = []
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

/** The expressions that `work` matches with, and how often it does so. */
function matchesOf(work: () => unknown): { expressions: Set<RegExp>; count: number } {
  const exec = vi.spyOn(RegExp.prototype, 'exec')
  work()
  const { contexts } = exec.mock
  exec.mockRestore()
  return { expressions: new Set(contexts as RegExp[]), count: contexts.length }
}

const contract = JSON.parse(readText('generated/v1.json')) as object
/** The configuration is not read from strangers. */
const LITERALS = SOURCES.filter((file) => file !== 'src/config.ts').flatMap(literalsOf)
const PATTERNS = [...new Set(patternsOf(contract))].map((pattern) => ({
  place: `the contract: ${pattern}`,
  // As AJV compiles them.
  expression: new RegExp(pattern, 'u'),
}))

/** `safe` for linear time at most, by what an expression is and not by how long it takes. */
async function judge({ source, flags }: RegExp): Promise<string> {
  const { status, ...found } = await check(source, flags.replaceAll('g', ''), {
    timeout: null,
    randomSeed: 1,
  })
  if (status === 'safe') return status
  return JSON.stringify('attack' in found ? found.attack.pattern : found)
}

describe('every regular expression takes linear time', () => {
  it('is looked for where there are some', () => {
    expect(LITERALS.length).toBeGreaterThan(50)
    expect(PATTERNS.length).toBeGreaterThan(8)
  })

  it.each([...LITERALS, ...PATTERNS])('C23 $place', async ({ expression }) => {
    expect(await judge(expression)).toBe('safe')
  })

  it.each([
    ['parseContentType', 'a/a', '; a=a', parseContentType],
    ['readPreferences', '', 'a=a; a,', readPreferences],
    ['findPath', `${apiRoot}/events/`, '1/', findPath],
  ])('C23 those that are put together: %s', async (_, start, piece, read) => {
    const { expressions } = matchesOf(() => read(start + piece))
    expect(expressions.size).toBeGreaterThan(0)
    for (const expression of expressions) expect(await judge(expression)).toBe('safe')
    const { count } = matchesOf(() => read(start + piece.repeat(100)))
    expect(count).toBeLessThan(start.length + piece.length * 100)
  })

  it('has no others that are put together', () => {
    const files = SOURCES.filter((file) => /\bRegExp\(/.test(readText(file)))
    expect(files.toSorted()).toEqual(['src/contract/paths.ts', 'src/request-body/media-type.ts'])
  })
})

describe('the judge', () => {
  it.each([/\s+$/, /^\d+\d+$/, /(?<name>[a-z]*)[a-z]*"/i, /(a+)+$/, /^(?:a|ab|b)*c$/])(
    'finds %s',
    async (expression) => {
      expect(await judge(expression)).not.toBe('safe')
    },
  )
})
