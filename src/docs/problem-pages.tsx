import { Fragment, type VNode } from 'preact'
import { Layout } from '../pages/page.tsx'
import type { Site } from '../pages/site.ts'
import { PROBLEMS, type ProblemCode } from '../problem-kinds.ts'
import { MarkedUp } from './marked-up.tsx'
import type { ProblemExample } from './problem-examples.ts'

interface ProblemPageProps {
  readonly site: Site
  readonly code: ProblemCode
  readonly examples: readonly ProblemExample[]
}

/** What a problem's `type` leads to (RFC 9457, section 3.1.1): what happened and how to mend it. */
export function ProblemTypeView({ site, code, examples }: ProblemPageProps): VNode {
  const { status, title, happened, mend } = PROBLEMS[code]
  const index = `${site.prefix}/docs/problems`
  return (
    <Layout site={site} title={title} path={`${index}/${code}`}>
      <article class="prose">
        <h1>{title}</h1>
        <p>
          Code <code>{code}</code>, HTTP status {status}.
        </p>
        <h2>What happened</h2>
        <p>
          <MarkedUp>{happened}</MarkedUp>
        </p>
        <h2>How to mend it</h2>
        <p>
          <MarkedUp>{mend}</MarkedUp>
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
          ask for help, quote the <code>instance</code> of yours: it names the request in the log of
          the service, where what is <code>overloaded</code> may only be counted.
        </p>
      </article>
    </Layout>
  )
}

/** Every problem that the service answers with, by status. */
export function ProblemIndexView({ site }: { readonly site: Site }): VNode {
  const path = `${site.prefix}/docs/problems`
  const kinds = Object.entries(PROBLEMS).toSorted(([, a], [, b]) => a.status - b.status)
  return (
    <Layout site={site} title="Problems" path={path}>
      <article class="prose">
        <h1>Problems</h1>
        <p>
          Every error is a problem document (RFC 9457). Branch on its <code>code</code>, which is
          one of these.
        </p>
        <table class="codes">
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Code</th>
              <th scope="col">What happened</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(([code, { status, happened }]) => (
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
                  <MarkedUp>{happened}</MarkedUp>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </article>
    </Layout>
  )
}

/** On a narrow page a code goes on in the next line after one of its words. */
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
