import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../config.ts'
import { contract } from '../contract/document.ts'

/** The running program. The names are the labels of the metric `build_info`. */
export interface BuildInfo {
  readonly version: string
  readonly node_version: string
  /** `info.version` of the contract. */
  readonly contract_version: string
  /** Of the source, if the deployment sets REVISION. */
  readonly revision?: string
}

export function readBuildInfo(revision: string | undefined): BuildInfo {
  const file = readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')
  const { version } = JSON.parse(file) as { readonly version: string }
  return {
    version,
    node_version: process.version,
    contract_version: contract.info.version,
    ...(revision !== undefined && { revision }),
  }
}
