import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { runScript } from './run-program.ts'

const TSC = 'node_modules/typescript/bin/tsc'
const OPTIONS = (
  '--strict --noEmit --skipLibCheck --allowImportingTsExtensions --target es2022 ' +
  '--lib es2022,dom,dom.iterable --module esnext --moduleResolution bundler'
).split(' ')

/** Fails to compile where a generator has lost a null, or made one up. */
const CONSUMER = `
  import { firstPage, type Artwork } from './usage.ts'

  type Nullable<Key extends keyof Artwork> = null extends Artwork[Key] ? true : false
  export const nullable: [
    Nullable<'author'>, Nullable<'price_eur'>, Nullable<'year_of_creation'>, Nullable<'title'>
  ] = [true, true, true, false]

  for (const { title, author, artists, gallery, price_eur } of await firstPage()) {
    const names = artists.map(({ name, featured_image }) => featured_image?.alt_text ?? name)
    const by: string = author?.username ?? gallery.owner.username
    console.log(title.toUpperCase(), names.join(), by, price_eur?.padStart(10))
  }
`

/**
 * Compiles a client together with a program that uses it, under `tsc --strict`.
 * @param usage see Generator.
 * @throws with what the compiler says.
 */
export async function compileClient(folder: string, usage: string): Promise<void> {
  await writeFile(path.join(folder, 'usage.ts'), usage)
  await writeFile(path.join(folder, 'consumer.ts'), CONSUMER)
  await runScript(path.join(projectRoot(), TSC), [...OPTIONS, 'consumer.ts'], folder)
}
