import type { Chain } from '../run/case.ts'

/** What the `type` of each problem that was met leads to, on this deployment. */
export function problemPageCases(types: ReadonlySet<string>, root: string): Chain {
  return [...types].toSorted().map((type) => ({
    group: 'problem pages',
    name: `has a page at ${type}`,
    run: async ({ session, note }) => {
      const place = '/components/schemas/Problem/properties/type'
      const [page] = /\/docs\/problems\/.*$/.exec(type) ?? []
      if (page === undefined) return note({ message: `${type} is no page of the service`, place })
      const answer = await session.send({ url: `${root}${page}`, headers: { accept: 'text/html' } })
      if (answer.status !== 200) note({ message: `It answers ${answer.status}`, place }, answer)
    },
  }))
}
