import { setTimeout as sleep } from 'node:timers/promises'
import { query, type Page } from '../collection.ts'
import { casesOf, type Case } from '../run.ts'
import type { Contract, Operation } from '../validate/contract.ts'
import { bodyOf } from '../validate/received-response.ts'

const PLACE = '/components/schemas/FacetValue/properties/count'

interface FacetValue {
  readonly count: number
  readonly url: string
}

interface Facets {
  readonly facets: Readonly<Record<string, { readonly values: readonly FacetValue[] }>>
}

/** Apart from the time of their requests. */
function isSame(one: FacetValue, other: FacetValue): boolean {
  const [first, second] = [one, other].map(({ url }) => {
    const { searchParams } = new URL(url)
    searchParams.delete('updated_before')
    return searchParams.toString()
  })
  return first === second
}

/** A record can change between two requests. */
const TRIES = 3

const DAY_MS = 24 * 60 * 60 * 1000

/** Readers choose by the counts of facets, so these must be those of the lists to which they lead. */
export function facetCases({ apiRoot, operations }: Contract, facets: Operation): Case[] {
  const list = operations.find(({ template }) => `${template}facets/` === facets.template)
  if (list === undefined) return []
  return casesOf(facets.id, {
    'counts the records of the list of each first value': async (trial) => {
      // No filter of another request, so that the counts are of now: remembered ones may be a minute old.
      const fresh = () => {
        const time = new Date(Date.now() + DAY_MS + Math.floor(Math.random() * DAY_MS))
        return `${apiRoot}${facets.template}${query({ updated_before: time.toISOString() })}`
      }
      const counted = async () => {
        const response = await trial.expect(facets, { url: fresh() }, 200)
        return { response, facets: (bodyOf(response) as Facets).facets }
      }
      let { response, facets: found } = await counted()
      for (const name of Object.keys(found)) {
        for (let tries = 1; ; tries += 1) {
          const [value] = found[name]?.values ?? []
          if (value === undefined) break
          const url = `${apiRoot}${list.template}${new URL(value.url).search}&limit=1`
          const { count } = bodyOf(await trial.expect(list, { url }, 200)) as Page
          if (count === value.count) break
          if (tries === TRIES) {
            return trial.fail(
              `${name}: ${value.url} has ${count}, not ${value.count}`,
              PLACE,
              response,
            )
          }
          await sleep(1_000)
          ;({ response, facets: found } = await counted())
          const later =
            found[name]?.values.find((each) => isSame(each, value))?.count ?? value.count
          // Others add or remove records meanwhile.
          if ((count - value.count) * (count - later) <= 0) break
        }
      }
    },
  })
}
