import { Fragment, type VNode } from 'preact'
import { Layout } from '../layout.tsx'
import { guideOf, type Site } from '../site.ts'
import { PROBLEMS, type ProblemCode } from '../../problems/catalogue.ts'
import { Table } from '../components/table.tsx'
import { contentsText, MarkedUp } from '../components/text.tsx'
import { contract } from '../../contract/document.ts'
import { UNKNOWN_EXPECTATION } from '../../contract/request-head.ts'
import { CONNECTION_PROBLEMS, URI_TOO_LONG } from '../../http/client-error.ts'
import { problemBody, type ProblemBody } from '../../problems/problem.ts'

/** Problems of requests that are rejected before they reach an operation. */
const EARLY_PROBLEMS = [...Object.values(CONNECTION_PROBLEMS), URI_TOO_LONG, UNKNOWN_EXPECTATION]

const EXAMPLE_REQUEST_ID = '5b0f6b0e-8f0c-4b57-9c39-0f5c0a3f4f7d'

interface ProblemPageProps {
  readonly site: Site
  readonly code: ProblemCode
  readonly examples: readonly ProblemExample[]
}

/** The page that the `type` of a problem refers to (RFC 9457, section 3.1.1), with cause and remedy. */
export function ProblemTypeView({ site, code, examples }: ProblemPageProps): VNode {
  const { status, title, cause, remedy } = PROBLEMS[code]
  const index = `${site.prefix}/docs/problems`
  return (
    <Layout
      site={site}
      title={title}
      path={`${index}/${code}`}
      above={[guideOf(site), ['Problems', index]]}
      preview={{ address: `${index}/${code}`, description: cause.replaceAll('`', '') }}
    >
      <article class="prose">
        <h1>{title}</h1>
        <p>
          Code <code>{code}</code>, HTTP status {status}.
        </p>
        <h2>Cause</h2>
        <p>
          <MarkedUp>{cause}</MarkedUp>
        </p>
        <h2>How to fix it</h2>
        <p>
          <MarkedUp>{remedy}</MarkedUp>
        </p>
        <h2>{examples.length > 1 ? 'Examples' : 'An example'}</h2>
        {examples.map(({ summary, body }) => (
          <figure key={summary}>
            <figcaption>{summary}</figcaption>
            <pre tabIndex={0}>{JSON.stringify(body, null, 2)}</pre>
          </figure>
        ))}
        <p>
          <a href={index}>All problems</a>, and{' '}
          <a href={`${site.prefix}/docs/guide#when-to-try-again`}>when to try again</a>. When you
          ask for help, quote the <code>instance</code>: it identifies the request in the log of the
          service. For requests rejected as <code>overloaded</code>, the log may have only their
          number.
        </p>
      </article>
    </Layout>
  )
}

/** All problem types, by status. */
export function ProblemIndexView({ site }: { readonly site: Site }): VNode {
  const path = `${site.prefix}/docs/problems`
  const kinds = Object.entries(PROBLEMS).toSorted(([, a], [, b]) => a.status - b.status)
  return (
    <Layout
      site={site}
      title="Problems"
      path={path}
      above={[guideOf(site)]}
      preview={{
        address: path,
        description: contentsText(
          'Problems',
          kinds.map(([, kind]) => kind),
        ),
      }}
    >
      <article class="prose">
        <h1>Problems</h1>
        <p>
          Every error is a problem document (RFC 9457). Branch on its <code>code</code>, which is
          one of these.
        </p>
        <Table class="codes" headings={['Status', 'Code', 'Cause']}>
          {kinds.map(([code, { status, cause }]) => (
            <tr key={code}>
              <td>{status}</td>
              <td>
                <a href={`${path}/${code}`}>
                  <code>
                    <Breakable>{code}</Breakable>
                  </code>
                </a>
              </td>
              <td>
                <MarkedUp>{cause}</MarkedUp>
              </td>
            </tr>
          ))}
        </Table>
      </article>
    </Layout>
  )
}

/** Allows a line break after each word of a code. */
function Breakable({ children: code }: { readonly children: string }): VNode {
  return (
    <>
      {code.split('_').map((word, index) => (
        <Fragment key={word}>
          {index > 0 && ['_', <wbr />]}
          {word}
        </Fragment>
      ))}
    </>
  )
}

interface ProblemExample {
  readonly summary: string
  readonly body: ProblemBody
}

/**
 * The contract's examples of a problem, with the URLs of this service. Without any, the response that the service
 * sends for this problem.
 */
export function problemExamples(code: ProblemCode, publicUrl: string): ProblemExample[] {
  const documented = Object.values(contract.components.examples).flatMap(({ summary, value }) => {
    const body = value as Partial<ProblemBody>
    const type = `${publicUrl}/docs/problems/${code}`
    return body.code === code ? [{ summary, body: { ...(body as ProblemBody), type } }] : []
  })
  const early = EARLY_PROBLEMS.find((problem) => problem.code === code)
  if (documented.length > 0 || early === undefined) return documented
  const body = problemBody(early, publicUrl, EXAMPLE_REQUEST_ID, undefined)
  return [{ summary: early.message, body }]
}
