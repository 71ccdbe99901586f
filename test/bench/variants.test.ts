import { describe, expect, it } from 'vitest'
import { failuresOf, figuresOf, ratioOf } from './variants/figures.ts'
import { constantVariant, randomVariant } from './variants/variant.ts'
import { measureVariants } from './variants/measure-variants.ts'
import { runLoad } from './load/run-load.ts'
import { tinyServer } from './tiny-server.ts'

const { signal } = new AbortController()

function measured(requestsPerSecond: number, errors = 0) {
  const firstError = errors === 0 ? undefined : '/x responds with 500'
  return { requestsPerSecond, p50Ms: 1, p99Ms: 2, bytesPerResponse: 3, errors, firstError }
}

describe('a variant with random paths', () => {
  const variant = (name: string) =>
    randomVariant({ name, url: '' }, 500, (random) => `/${random.below(3)}`)

  it('has the same paths in every run, and others in another round', () => {
    expect(variant('a').paths(1, 2)).toEqual(variant('a').paths(1, 2))
    expect(variant('a').paths(1, 2)).not.toEqual(variant('a').paths(2, 2))
    expect(variant('a').paths(1, 2)).not.toEqual(variant('a').paths(1, 3))
  })

  it('never has the same path twice in a row', () => {
    const paths = variant('a').paths(1, 1)
    expect(paths).toHaveLength(500)
    expect(paths.filter((path, place) => path === paths[place + 1])).toEqual([])
  })

  it('repeats the only path', () => {
    const paths = randomVariant({ name: '', url: '' }, 10, () => '/').paths(1, 1)
    expect(paths).toEqual(Array.from({ length: 10 }, () => '/'))
  })
})

describe('measureVariants', () => {
  it('measures in turn after a warm-up, with concurrent work', async () => {
    const turns: string[] = []
    const url = await tinyServer((request, response) => {
      if (request.url !== turns.at(-1)) turns.push(request.url ?? '')
      response.end('x')
    })
    const beside = () => {
      turns.push('begins')
      return async () => void turns.push('ends')
    }
    const variants = [
      constantVariant({ name: 'a', url }, '/a'),
      { ...constantVariant({ name: 'b', url }, '/b'), beside },
    ]
    const client = {
      load: (load: Parameters<typeof runLoad>[0]) => runLoad({ ...load, seconds: 0.05 }),
      open: () => Promise.reject(new Error('No open loop')),
      walk: () => Promise.reject(new Error('No walk')),
      stop: async () => {},
    }
    const plan = { rounds: 2, seconds: 1, connections: 1, client, signal }
    const figures = await measureVariants(variants, plan)
    const turn = ['/a', 'begins', '/b', 'ends']
    expect(turns).toEqual([...turn, ...turn, ...turn])
    expect(figures.map(({ name, rounds }) => [name, rounds.length])).toEqual([
      ['a', 2],
      ['b', 2],
    ])
  })
})

describe('figures', () => {
  it('are medians over the rounds', () => {
    const figures = figuresOf('x', [measured(10), measured(30), measured(90)])
    expect(figures).toMatchObject({ requestsPerSecond: 30, errors: 0 })
    expect(figuresOf('x', [measured(10), measured(30)]).requestsPerSecond).toBe(20)
  })

  it('are compared round by round', () => {
    const one = figuresOf('one', [measured(50), measured(5), measured(50)])
    const other = figuresOf('other', [measured(100), measured(10), measured(200)])
    expect(ratioOf('requestsPerSecond', one, other)).toBe(0.5)
  })

  it('name the variants with errors', () => {
    const variants = [
      figuresOf('good', [measured(1)]),
      figuresOf('bad', [measured(1, 2), measured(1)]),
    ]
    expect(failuresOf(variants)).toEqual(['bad: 2 errors; the first: /x responds with 500'])
  })
})
