import type { components, paths } from '../../generated/v1.ts'
import { deprecations } from '../contract/deprecation.ts'
import { apiRoot, contract } from '../contract/document.ts'
import type { Input, Reply, Urls } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'

type Schema = components['schemas']['ApiIndex']

/** The name of a list in its path. */
type NameIn<Path> = Path extends `/${infer Name}/` ? Exclude<Name, `${string}/${string}`> : never

/** The compiler names here each list for which `ApiIndex` in the contract has no field. */
type Index = WithAll<Exclude<NameIn<keyof paths>, keyof Schema>>
type WithAll<Missing extends never> = Schema & Record<Missing, string>

/** Does not read the database: the index depends only on the contract and the public URL. */
export async function retrieveIndex(
  _input: Input<'retrieveIndex'>,
  { urls }: ReadContext,
): Promise<Reply<'retrieveIndex'>> {
  return { status: 200, body: indexOf(urls) }
}

/**
 * The absolute URLs of the lists of the contract, by the name in their path, and of the documents. Beside them, the version of the
 * contract and its deprecated parts.
 */
export function indexOf(urls: Pick<Urls, 'public'>): Index {
  const lists = Object.keys(contract.paths).flatMap((template) => {
    const [, name] = /^\/([^/{]+)\/$/.exec(template) ?? []
    return name === undefined ? [] : [[name, `${urls.public}${apiRoot}${template}`]]
  })
  const all = [
    ...lists,
    ['openapi', `${urls.public}/openapi/v1.json`],
    ['guide', `${urls.public}/docs/guide`],
    ['changelog', `${urls.public}/docs/changelog.atom`],
    ['version', contract.info.version],
    ['deprecations', deprecations(contract)],
  ] as const
  const order = Object.keys(contract.components.schemas['ApiIndex']?.properties ?? {})
  const inOrder = all.toSorted(([a = ''], [b = '']) => order.indexOf(a) - order.indexOf(b))
  // The cast is safe: response validation fails if these are not the names of the schema.
  return Object.fromEntries(inOrder) as Index
}
