import { expect } from 'vitest'
import { readText } from '../support/repository.ts'

const PAGE = readText('src/docs/deploy.md')

/**
 * The commands of a chapter of the page, as one script.
 * @param replaced texts of the commands that a test needs otherwise; each must be there.
 */
export function commandsOf(
  chapter: string,
  replaced: Readonly<Record<string, string>> = {},
): string {
  const [, text = ''] = PAGE.split(new RegExp(`^## ${chapter}$`, 'm'))
  const [own = ''] = text.split(/^## /m)
  const commands = [...own.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block).join('')
  expect(commands, chapter).not.toBe('')
  return Object.entries(replaced).reduce((script, [text, other]) => {
    expect(script).toContain(text)
    return script.replaceAll(text, other)
  }, commands)
}
