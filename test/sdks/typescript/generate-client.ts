import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Target } from '../sdk.ts'
import type { Generator } from './generator.ts'
import { newerNode } from './newer-node.ts'
import { runProgram } from '../run-program.ts'

/** Makes the client anew. `folder` is where the generator is installed. */
export async function generateClient(
  generator: Generator,
  target: Target,
  folder: string,
): Promise<void> {
  await rm(target.output, { recursive: true, force: true })
  await mkdir(target.output, { recursive: true })
  const configFile = await writeConfig(generator, target)
  const [program = '', ...args] = generator.command(target, configFile)
  const node = generator.needsNewerNode === true ? await newerNode() : process.execPath
  await runProgram(node, [path.join(folder, 'node_modules', program), ...args], folder)
  await takeOutNoCheck(target.output)
}

async function writeConfig({ config }: Generator, target: Target): Promise<string> {
  if (config === undefined) return ''
  const { extension, text } = config(target)
  const file = `${target.output}.config.${extension}`
  await writeFile(file, text)
  return file
}

/** A client that asks not to be checked would compile whatever is wrong with it. */
async function takeOutNoCheck(folder: string): Promise<void> {
  for (const file of await clientFiles(folder)) {
    const text = await readFile(file, 'utf8')
    if (text.includes('@ts-nocheck')) await writeFile(file, text.replaceAll('@ts-nocheck', ''))
  }
}

/** The TypeScript files of a client. */
export async function clientFiles(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => file.endsWith('.ts')).map((file) => path.join(folder, file))
}
