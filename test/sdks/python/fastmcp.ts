import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import type { Sdk } from '../sdk.ts'
import { installRequirements, runPython } from '../../../scripts/programs/virtual-environment.ts'

const SOURCES = path.join(projectRoot(), 'test/sdks/python/fastmcp')

/** It generates no code: its program derives the tools of an agent from the document. */
export const fastmcp: Sdk = {
  generator: 'fastmcp',
  version: '4.1.2',
  language: 'Python',
  note: 'tools for an AI model; responses validated, but without headers, so If-Match is *; compiling means creating the tools and their schemas',
  noBatch: 'its client rejects a response that is not JSON',
  programs: ['python3'],
  install: (folder) => installRequirements(path.join(SOURCES, 'requirements.txt'), folder),
  build: async ({ document }, folder) => {
    await runPython(folder, [path.join(SOURCES, 'list_tools.py'), document], folder)
  },
  run: async ({ document }, folder, args) => {
    await runPython(folder, [path.join(SOURCES, 'main.py'), document, ...args], folder)
  },
}
