import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'yaml'
import { projectRoot } from '../../src/config.ts'
import { reachedFrom } from '../compatibility/document.ts'
import { writeTypes } from './bundle.ts'
import { packNpmPackage, type MadePackage } from './npm-package.ts'

const VERSIONS = ['v1', 'v1-3.0']

/** Makes the package of the document: in OpenAPI 3.1 and 3.0, as JSON and YAML, whole and for clients that only read. */
export async function makeContract(folder: string): Promise<MadePackage> {
  await mkdir(folder, { recursive: true })
  for (const version of VERSIONS) {
    const text = await readFile(path.join(projectRoot(), `generated/${version}.json`), 'utf8')
    const document = JSON.parse(text) as Document
    await writeForms(folder, version, document)
    await writeForms(folder, `${version}-read`, publicReads(document))
  }
  await writeFile(path.join(folder, 'index.js'), INDEX)
  await writeTypes('generated/v1.ts', path.join(folder, 'index.d.ts'))
  return packNpmPackage(folder, 'scripts/packages/contract/README.md', {
    name: 'art-marketplace-contract',
    description: 'The OpenAPI document of the Art Marketplace Listing Service.',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './*.json': './*.json',
      './*.yaml': './*.yaml',
    },
    files: ['index.js', 'index.d.ts', 'v1*.json', 'v1*.yaml'],
  })
}

/** The package has types and documents, and nothing to run. */
const INDEX = 'export {}\n'

async function writeForms(folder: string, name: string, document: Document): Promise<void> {
  await writeFile(path.join(folder, `${name}.json`), `${JSON.stringify(document, null, 2)}\n`)
  const yaml = stringify(document, { lineWidth: 100, blockQuote: 'literal' })
  await writeFile(path.join(folder, `${name}.yaml`), yaml)
}

interface Operation {
  /** The accepted credentials; an empty one is none. */
  readonly security?: readonly object[]
}

/** The parts of an OpenAPI document that a selection of operations changes. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: object
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The document with only the GET operations that need no credential, and the components to which they refer. */
function publicReads({ webhooks: _, ...document }: Document): Document {
  const paths = Object.entries(document.paths).flatMap(([template, { get }]) =>
    get?.security?.some((each) => Object.keys(each).length === 0)
      ? [[template, { get }] as const]
      : [],
  )
  const read = { ...document, paths: Object.fromEntries(paths) }
  const used = reachedFrom({ ...read }, [read.paths])
  const components = Object.entries(document.components).map(([kind, all]) => {
    const isUsed = ([name]: [string, unknown]) =>
      kind === 'securitySchemes' || used.has(`${kind}/${name}`)
    return [kind, Object.fromEntries(Object.entries(all).filter(isUsed))] as const
  })
  return { ...read, components: Object.fromEntries(components) }
}
