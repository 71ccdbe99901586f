import type { VNode } from 'preact'
import type { Deprecation } from '../../contract/deprecation.ts'
import { Layout } from '../layout.tsx'
import { guideOf, type Site } from '../site.ts'
import { Table } from '../components/table.tsx'
import { MarkedUp } from '../components/text.tsx'

interface DeprecationsPageProps {
  readonly site: Site
  readonly path: string
  readonly deprecations: readonly Deprecation[]
}

/** The target of `Link` in deprecated responses: the deprecated parts, each with its sunset and its replacement. */
export function DeprecationsView({ site, path, deprecations }: DeprecationsPageProps): VNode {
  return (
    <Layout
      site={site}
      title="Deprecations"
      path={path}
      above={[guideOf(site)]}
      preview={{
        address: path,
        description: 'What is due for removal, since when, and what to do.',
      }}
    >
      <article class="prose">
        <h1>Deprecations</h1>
        <p>
          Anything due for removal is listed here at least 12 months ahead, and announced by{' '}
          <code>Deprecation</code> and <code>Sunset</code> on each response that uses it.
        </p>
        {deprecations.length === 0 ? <p>Nothing is deprecated today.</p> : table(deprecations)}
      </article>
    </Layout>
  )
}

function table(deprecations: readonly Deprecation[]): VNode {
  return (
    <Table headings={['What', 'Since', 'May be gone from', 'What to do']}>
      {deprecations.map((deprecation) => (
        <Row key={Object.values(deprecation).join()} deprecation={deprecation} />
      ))}
    </Table>
  )
}

function Row({ deprecation }: { readonly deprecation: Deprecation }): VNode {
  const { kind, name, operations, since, sunset, description } = deprecation
  return (
    <tr>
      <td>
        {kind} <code>{name}</code>
        {kind === 'parameter' && ` of ${operations.join(', ')}`}
      </td>
      <td>
        <time dateTime={since}>{since}</time>
      </td>
      <td>
        <time dateTime={sunset}>{sunset}</time>
      </td>
      <td>
        <MarkedUp>{description}</MarkedUp>
      </td>
    </tr>
  )
}
