import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { parseContentType } from '../../../src/body/content-type.ts'
import { apiRoot } from '../../../src/contract/document.ts'
import { findPath } from '../../../src/contract/paths.ts'
import { filesBelow, readText } from '../../support/repository.ts'
import { attacksOn, hasNestedRepetition, type Attack } from './attack-strings.ts'

const LONGEST = 100_000
const MOST_MS = 10

/** From one at which the worst still come to an end, by steps at which they still do. */
const STEPS = Array.from({ length: 15 }, (_, step) => Math.round(12 * 1.25 ** step))
const LENGTHS = [...STEPS, 1_000, 10_000, LONGEST]

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

const contract = JSON.parse(readText('generated/v1.json')) as object
/** The configuration is not read from strangers. */
const LITERALS = SOURCES.filter((file) => file !== 'src/config.ts').flatMap(literalsOf)
const PATTERNS = [...new Set(patternsOf(contract))].map((pattern) => ({
  place: `the contract: ${pattern}`,
  // As AJV compiles them.
  expression: new RegExp(pattern, 'u'),
}))

/** The least of a few runs: the others may have been interrupted. */
function milliseconds(run: () => void): number {
  let least = Infinity
  for (let tries = 0; tries < 4 && least > MOST_MS; tries += 1) {
    const began = performance.now()
    run()
    least = Math.min(least, performance.now() - began)
  }
  return least
}

/** The first text that takes too long, and how long. */
function slowest(attacks: readonly Attack[], use: (text: string) => void): string | undefined {
  for (const length of LENGTHS) {
    for (const attack of attacks) {
      const text = attack(length)
      const taken = milliseconds(() => use(text))
      if (taken > MOST_MS) return `${JSON.stringify(text.slice(0, 30))}… of ${length}: ${taken} ms`
    }
  }
  return undefined
}

function using(expression: RegExp): (text: string) => void {
  return (text) => {
    expression.lastIndex = 0
    text.replace(expression, '')
  }
}

describe('every regular expression takes linear time', () => {
  it('is looked for where there are some', () => {
    expect(LITERALS.length).toBeGreaterThan(50)
    expect(PATTERNS.length).toBeGreaterThan(8)
  })

  it.each([...LITERALS, ...PATTERNS])('C23 $place', ({ expression }) => {
    expect(hasNestedRepetition(expression.source)).toBe(false)
    expect(slowest(attacksOn(expression), using(expression))).toBeUndefined()
  })

  it('C23 those that are put together: parseContentType', () => {
    const attacks = ['a/a', 'a/', ';', 'a/a;', 'a/a;a="', 'a/a;a="\\', ' ', 'a/a ']
    const repeated = ['a', ';', ' ;', ';a=a', '\\"', ' ', '"', '\t']
    const all = attacks.flatMap((lead) =>
      repeated.map((piece) => (length: number) => `${lead}${piece.repeat(length / piece.length)}!`),
    )
    expect(slowest(all, parseContentType)).toBeUndefined()
  })

  it('C23 those that are put together: findPath', () => {
    const all = ['/', 'a', '/events/', '/events/1', '1/', '//'].map(
      (piece) => (length: number) => `${apiRoot}/events/${piece.repeat(length / piece.length)}`,
    )
    expect(slowest(all, findPath)).toBeUndefined()
  })

  it('has no others that are put together', () => {
    const files = SOURCES.filter((file) => /\bRegExp\(/.test(readText(file)))
    expect(files.toSorted()).toEqual(['src/body/content-type.ts', 'src/contract/paths.ts'])
  })
})

describe('the attacks', () => {
  it.each([
    /\s+$/,
    /^(?:a|ab|b)*c$/,
    /x*x*y/,
    /^\d+\d+$/,
    /,\s*,|\s+;/,
    /^https?:\/\/[a-z.]+[a-z]*:$/,
    /(?<name>[a-z]*)[a-z]*"/i,
  ])('find %s', (expression) => {
    const isNested = hasNestedRepetition(expression.source)
    expect(isNested || slowest(attacksOn(expression), using(expression))).toBeTruthy()
  })

  it.each([/(a+)+$/, /(?:a*b?)*c/, /^([a-z]+,?)+$/, /(a|[^b]{2,})*/])(
    'are not needed where the form of %s tells',
    ({ source }) => {
      expect(hasNestedRepetition(source)).toBe(true)
    },
  )

  it.each([/^(?:\.\d{6})?Z$/, /^a+b+$/, /^\p{L}+$/u, /^[^/]+\/[[\]]*$/])(
    'leave %s alone',
    (expression) => {
      expect(hasNestedRepetition(expression.source)).toBe(false)
      expect(slowest(attacksOn(expression), using(expression))).toBeUndefined()
    },
  )
})
