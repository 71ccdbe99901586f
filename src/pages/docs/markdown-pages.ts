import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../config.ts'
import { contract } from '../../contract/document.ts'

const CONTRACT_FILE = 'openapi/v1.yaml'

/** The two groups of the navigation. */
export type Readers = 'partners' | 'operators and developers'

export interface MarkdownPage {
  /** Below the public URL. */
  readonly path: `/docs/${string}`
  readonly title: string
  readonly readers: Readers
  /** Below the root of the repository. */
  readonly file: `src/docs/${string}.md` | typeof CONTRACT_FILE | 'CHANGELOG.md'
  /** Its Atom feed, below the public URL. */
  readonly feed?: string
}

/** The description of the contract. */
export const RULES_PAGE = {
  path: '/docs/rules',
  title: 'Rules for all operations',
  file: CONTRACT_FILE,
} as const

/** The releases of the service and of its contract. */
export const CHANGELOG_PAGE = {
  path: '/docs/changelog',
  title: 'Changelog',
  readers: 'partners',
  file: 'CHANGELOG.md',
  feed: '/docs/changelog.atom',
} as const

const FOR_PARTNERS: readonly Omit<MarkdownPage, 'readers'>[] = [
  { path: '/docs/guide', title: 'Partner guide', file: 'src/docs/guide/guide.md' },
  { path: '/docs/guide/copies', title: 'Keep a copy', file: 'src/docs/guide/copies.md' },
  { path: '/docs/guide/safe-writes', title: 'Safe writes', file: 'src/docs/guide/safe-writes.md' },
  { path: '/docs/guide/batches', title: 'Batches', file: 'src/docs/guide/batches.md' },
  {
    path: '/docs/guide/from-django-rest-framework',
    title: 'From Django REST Framework',
    file: 'src/docs/guide/from-django-rest-framework.md',
  },
  RULES_PAGE,
  { path: '/docs/versions', title: 'Versions', file: 'src/docs/versions.md' },
  CHANGELOG_PAGE,
  { path: '/docs/clients', title: 'Client libraries', file: 'src/docs/clients.md' },
  { path: '/docs/packages', title: 'Packages', file: 'src/docs/packages.md' },
  { path: '/docs/testing', title: 'Testing against the service', file: 'src/docs/testing.md' },
]

const FOR_OPERATORS: readonly Omit<MarkdownPage, 'readers'>[] = [
  { path: '/docs/first-hour', title: 'The first hour', file: 'src/docs/first-hour.md' },
  { path: '/docs/operations', title: 'Operations', file: 'src/docs/operations.md' },
  { path: '/docs/install', title: 'Install', file: 'src/docs/install.md' },
  { path: '/docs/deploy', title: 'Deploy', file: 'src/docs/deploy.md' },
  { path: '/docs/configure', title: 'Configure', file: 'src/docs/configure.md' },
  { path: '/docs/partners', title: 'Keys and galleries', file: 'src/docs/partners.md' },
  { path: '/docs/load-data', title: 'Load data', file: 'src/docs/load-data.md' },
  { path: '/docs/observe', title: 'Observe', file: 'src/docs/observe.md' },
  { path: '/docs/fail-over', title: 'Fail over', file: 'src/docs/fail-over.md' },
  { path: '/docs/back-up', title: 'Back up and repair', file: 'src/docs/back-up.md' },
  { path: '/docs/capacity', title: 'Capacity', file: 'src/docs/capacity.md' },
  { path: '/docs/architecture', title: 'Architecture', file: 'src/docs/architecture.md' },
  { path: '/docs/development', title: 'Development', file: 'src/docs/development.md' },
  { path: '/docs/performance', title: 'Performance', file: 'src/docs/performance.md' },
  {
    path: '/docs/performance-results',
    title: 'Results of the bench',
    file: 'src/docs/performance-results.md',
  },
  { path: '/docs/resilience', title: 'Resilience', file: 'src/docs/resilience.md' },
  {
    path: '/docs/resilience-results',
    title: 'Results of the fault tests',
    file: 'src/docs/resilience-results.md',
  },
]

/** The Markdown documents that the service serves, in the order of their navigation. */
export const MARKDOWN_PAGES: readonly MarkdownPage[] = [
  ...FOR_PARTNERS.map((page) => ({ ...page, readers: 'partners' as const })),
  ...FOR_OPERATORS.map((page) => ({ ...page, readers: 'operators and developers' as const })),
]

const GUIDE_FOLDER = 'src/docs/guide'

/** The files to download below /docs/guide, by name: programs of the guide, and configurations of generators. */
export const GUIDE_FILES: Readonly<Record<string, string>> = {
  'read_everything.py': `${GUIDE_FOLDER}/read_everything.py`,
  'read-everything.mjs': `${GUIDE_FOLDER}/read-everything.mjs`,
  'keep_a_copy.py': `${GUIDE_FOLDER}/keep_a_copy.py`,
  'keep-a-copy.ts': 'src/client/examples/keep-a-copy.ts',
  'publish_event.py': `${GUIDE_FOLDER}/publish_event.py`,
  'publish-event.mjs': `${GUIDE_FOLDER}/publish-event.mjs`,
  'replace-event.mjs': `${GUIDE_FOLDER}/replace-event.mjs`,
  'replace_event.py': `${GUIDE_FOLDER}/replace_event.py`,
  'drf_errors.py': `${GUIDE_FOLDER}/drf_errors.py`,
  'drf-errors.mjs': `${GUIDE_FOLDER}/drf-errors.mjs`,
  // `npm run conformance` uses these two.
  'schemathesis.toml': 'test/conformance/schemathesis.toml',
  'schemathesis_hooks.py': 'test/conformance/schemathesis_hooks.py',
  // `npm run sdks` tests the following files.
  'openapi-python-client.json': 'test/sdks/python/openapi-python-client/config.json',
  'oapi-codegen.yaml': 'test/sdks/go/oapi-codegen/config.yaml',
  'ogen.yaml': 'test/sdks/go/ogen/config.yaml',
  'Cargo.toml': 'test/sdks/rust/partner/Cargo.toml',
  'build.rs': 'test/sdks/rust/partner/build.rs',
  'python/artworks.py': 'test/sdks/python/openapi-python-client/artworks.py',
  'python/events.py': 'test/sdks/python/openapi-python-client/events.py',
  'python/expect.py': 'test/sdks/python/openapi-python-client/expect.py',
  'go/artworks.go': 'test/sdks/go/oapi-codegen/artworks.go',
  'go/events.go': 'test/sdks/go/oapi-codegen/events.go',
  'go/expect.go': 'test/sdks/go/expect/expect.go',
  'rust/artworks.rs': 'test/sdks/rust/partner/src/artworks.rs',
  'rust/events.rs': 'test/sdks/rust/partner/src/events.rs',
  'rust/refused.rs': 'test/sdks/rust/partner/src/refused.rs',
  'java/Artworks.java': 'test/sdks/java/openapi-generator/Artworks.java',
  'java/Events.java': 'test/sdks/java/openapi-generator/Events.java',
  'java/Expect.java': 'test/sdks/java/openapi-generator/Expect.java',
}

export function guideFile(name: string): string {
  return readText(GUIDE_FILES[name] ?? '')
}

/** The Markdown of a page, without comments. A line that is only a link to a program is replaced by the program. */
export function markdownText({ file }: MarkdownPage): string {
  if (file === CONTRACT_FILE) return contract.info.description
  const text = readText(file).replaceAll(/^<!--.*-->\n/gm, '')
  return text.replaceAll(/^\[([^\]\s]+)\]\(\1\)$/gm, (link, name: string) =>
    name in GUIDE_FILES ? `\`\`\`${name}\n${guideFile(name)}\`\`\`` : link,
  )
}

/**
 * The path of a relative link in a page: `observe.md#log` becomes /docs/observe#log. (On GitHub the
 * same link leads to the file.) Undefined for a file that the service does not serve.
 */
export function linkTarget({ file }: MarkdownPage, link: string): string | undefined {
  const [, name = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(link) ?? []
  const target = path.posix.join(path.posix.dirname(file), name)
  const page = MARKDOWN_PAGES.find((other) => [target, `${target}.md`].includes(other.file))
  if (page !== undefined) return `${page.path}${fragment}`
  const download = path.posix.relative(GUIDE_FOLDER, target)
  return download in GUIDE_FILES ? `/docs/guide/${download}` : undefined
}

function readText(file: string): string {
  return readFileSync(path.join(projectRoot(), file), 'utf8')
}
