import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../config.ts'

/** Where the guide says that the service is; every running service puts its own address there. */
export const EXAMPLE_URL = 'https://api.art-marketplace.example'

export const GUIDE_FOLDER = 'src/docs/guide'

/** The pages of the guide, by what their addresses have after `/docs/guide`; each is a Markdown file. */
export const GUIDE_PAGES = {
  '': { title: 'Partner guide', file: 'guide.md' },
  '/from-django-rest-framework': {
    title: 'From Django REST Framework',
    file: 'from-django-rest-framework.md',
  },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly file: string }>>

export type GuidePath = keyof typeof GUIDE_PAGES

/** What the guide offers to download, by name: its programs, and the settings of generators. */
export const GUIDE_FILES: Readonly<Record<string, string>> = {
  'read_everything.py': `${GUIDE_FOLDER}/read_everything.py`,
  'read-everything.mjs': `${GUIDE_FOLDER}/read-everything.mjs`,
  'keep-a-copy.mjs': `${GUIDE_FOLDER}/keep-a-copy.mjs`,
  'publish_event.py': `${GUIDE_FOLDER}/publish_event.py`,
  'publish-event.mjs': `${GUIDE_FOLDER}/publish-event.mjs`,
  'replace-event.mjs': `${GUIDE_FOLDER}/replace-event.mjs`,
  'replace_event.py': `${GUIDE_FOLDER}/replace_event.py`,
  'drf_errors.py': `${GUIDE_FOLDER}/drf_errors.py`,
  'drf-errors.mjs': `${GUIDE_FOLDER}/drf-errors.mjs`,
  // Those that `npm run sdks` uses.
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
  return readFileSync(path.join(projectRoot(), GUIDE_FILES[name] ?? ''), 'utf8')
}
