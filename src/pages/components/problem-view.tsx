import type { VNode } from 'preact'
import { Layout } from '../layout.tsx'
import { collectionPath, type Site } from '../site.ts'
import type { ProblemBody } from '../../problems/problem.ts'
import { ownAddress } from './text.tsx'

interface ProblemPageProps {
  readonly problem: ProblemBody
  readonly site: Site
  /** The path of the request, and whether the contract has it. */
  readonly path: string
  readonly isKnown: boolean
}

/** The view of a problem: cause, remedy, and a link back. */
export function ProblemView({ problem, site, path, isKnown }: ProblemPageProps): VNode {
  const { title, detail, errors = [], status, code, type, instance } = problem
  const collection = isKnown ? path.slice(site.api.length).split('/')[1] : undefined
  return (
    <Layout site={site} title={title} path={path}>
      <div class="prose problem">
        <h1>{title}</h1>
        <p class="lead">{detail}</p>
        <Faults errors={errors} />
        <p>
          <a href={ownAddress(type)}>What this means and how to fix it</a>
        </p>
        <p>
          {collection === undefined ? (
            <a href={`${site.prefix}/`}>To the start</a>
          ) : (
            <a href={collectionPath(site, collection)}>To the whole list</a>
          )}
        </p>
        <p class="faint">
          Status {status}, <code>{code}</code>. When you ask for help, quote <code>{instance}</code>
          .
        </p>
      </div>
    </Layout>
  )
}

function Faults({ errors }: { readonly errors: NonNullable<ProblemBody['errors']> }): VNode | null {
  if (errors.length === 0) return null
  return (
    <ul>
      {errors.map(({ parameter, pointer, detail }) => (
        <li key={parameter ?? pointer}>
          <code>{parameter ?? pointer}</code>: {detail}
        </li>
      ))}
    </ul>
  )
}
