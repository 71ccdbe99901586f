import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { Facts, type Fact } from '../../src/pages/components/facts.tsx'
import { textOf } from './html.ts'

const html = (facts: readonly Fact[], title?: string) =>
  renderToString(h(Facts, title === undefined ? { facts } : { facts, title }))

describe('facts', () => {
  it('are those that are known', () => {
    const facts = html([
      ['A', 'a'],
      ['B', null],
      ['C', undefined],
      ['D', ''],
      ['E', false],
      ['F', 0],
    ])
    expect(facts).toBe(
      '<dl class="facts"><div><dt>A</dt><dd>a</dd></div><div><dt>F</dt><dd>0</dd></div></dl>',
    )
  })

  it('have their heading only where there are some', () => {
    expect(textOf(html([['A', 'a']], 'Letters'))).toBe('LettersAa')
    expect(html([['A', null]], 'Letters')).toBe('')
  })
})
