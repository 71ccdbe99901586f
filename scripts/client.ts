import { rm } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { packClient } from './client/pack-client.ts'
import { endOnSignal, readFlags } from './command-line.ts'

/** `npm run client`: the TypeScript client as a package of its own, to install elsewhere. */
readFlags(`Usage: npm run client

Packs the TypeScript client into .data/client, for npm install.`)
endOnSignal('client')

const folder = path.join(projectRoot(), '.data/client')
await rm(folder, { recursive: true, force: true })
const { file, sizeBytes } = await packClient(folder)
console.log(`${file} (${Math.ceil(sizeBytes / 1024)} KiB). Elsewhere: npm install ${file}`)
