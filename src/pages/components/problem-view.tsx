import type { VNode } from 'preact'
import { Layout } from '../layout.tsx'
import { collectionPath, type Site } from '../site.ts'
import type { Operation } from '../../contract/document.ts'
import { parametersOf, parseQueryString } from '../../contract/parameters.ts'
import type { ProblemBody } from '../../problems/problem.ts'
import { listAddress } from './list-query.ts'
import { filterName, MarkedUp, ownAddress } from './text.tsx'

interface ProblemPageProps {
  readonly problem: ProblemBody
  readonly site: Site
  /** Of the request. */
  readonly url: URL
  /** Undefined where the contract does not have the path. */
  readonly operation: Operation | undefined
}

/** The view of a problem: cause, remedy, and a link back. */
export function ProblemView({ problem, site, url, operation }: ProblemPageProps): VNode {
  const { title, detail, errors = [], status, code, type, instance } = problem
  const { pathname: path } = url
  const isKnown = operation !== undefined
  // Without a key, the list may give the same problem.
  const collection =
    isKnown && status !== 401 ? path.slice(site.api.length).split('/')[1] : undefined
  const back = collection ? collectionPath(site, collection) : `${site.prefix}/`
  const valid = isKnown ? validAddress(url, errors) : undefined
  // A visitor need not enter it again after a wait, or to correct another field.
  const search = parseQueryString(url.search.slice(1)).values['q']
  return (
    <Layout site={site} title={title} path={path} name={`Status ${status}`} search={search}>
      <div class="prose problem">
        <h1>{title}</h1>
        <p class="lead">
          <MarkedUp>{detail}</MarkedUp>
        </p>
        {status === 401 && <AboutKeys site={site} />}
        <Faults
          errors={errors}
          parameters={operation && parametersOf(operation, 'query')}
          url={url}
        />
        {isTemporary(status) && (
          <p>
            <a href={ownAddress(url.href)}>Try again</a>
          </p>
        )}
        <p>
          <a href={ownAddress(type)}>What this means and how to fix it</a>
        </p>
        {valid !== undefined && valid !== back && (
          <p>
            <a href={valid}>To the page without what is invalid</a>
          </p>
        )}
        <p>
          <a href={back}>{collection ? 'To the whole list' : 'To the start'}</a>
        </p>
        <p class="faint">
          Status {status}, <code>{code}</code>. When you ask for help, quote <code>{instance}</code>
          .
        </p>
      </div>
    </Layout>
  )
}

/** Whether the same request may get its page later. */
const isTemporary = (status: number): boolean => status === 429 || status >= 500

/** The address with the parameters that have no error, so that a visitor need not choose them again; undefined if no parameter has one. */
function validAddress(url: URL, errors: NonNullable<ProblemBody['errors']>): string | undefined {
  const faulty = new Set(errors.map(({ parameter }) => parameter))
  const query = [...url.searchParams].filter(([name]) => !faulty.has(name))
  const isChanged = query.length < url.searchParams.size
  return isChanged ? listAddress(url, Object.fromEntries(query)) : undefined
}

/** For a visitor without a key. */
function AboutKeys({ site: { prefix } }: { readonly site: Site }): VNode {
  return (
    <p>
      An API key is a secret with which a program of a partner proves who it is. It is sent in the
      header <code>Authorization</code>, which a browser does not do by itself, so this page is for
      programs. Catalogue pages need no key. The{' '}
      <a href={`${prefix}/docs/guide#writing`}>partner guide</a> says how to get a key and how to
      send it.
    </p>
  )
}

interface FaultsProps {
  readonly errors: NonNullable<ProblemBody['errors']>
  /** Those of the query of the operation, by name: forms have fields for them. */
  readonly parameters: ReadonlyMap<string, unknown> | undefined
  readonly url: URL
}

/**
 * Each fault. A parameter has its name in the forms before that in the address, and a field to correct it. The form keeps the
 * parameters without a fault, and opens the first page.
 */
function Faults({ errors, parameters, url }: FaultsProps): VNode | null {
  if (errors.length === 0) return null
  const faulty = errors.map(({ parameter = '' }) => parameter)
  const valid = [...url.searchParams].filter(
    ([name]) => name !== 'offset' && !faulty.includes(name),
  )
  return (
    <form action={url.pathname} autoComplete="off">
      <ul>
        {errors.map(({ parameter, pointer, detail }) => (
          <li key={parameter ?? pointer}>
            {parameter !== undefined && parameters?.has(parameter) ? (
              <>
                {filterName(parameter)} (<code>{parameter}</code>): <MarkedUp>{detail}</MarkedUp>{' '}
                <input
                  name={parameter}
                  value={url.searchParams.get(parameter) ?? ''}
                  aria-label={filterName(parameter)}
                />
              </>
            ) : (
              <>
                <code>{parameter ?? pointer}</code>: <MarkedUp>{detail}</MarkedUp>
              </>
            )}
          </li>
        ))}
      </ul>
      {faulty.some((name) => parameters?.has(name)) && (
        <p>
          {valid.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button>Show</button>
        </p>
      )}
    </form>
  )
}
