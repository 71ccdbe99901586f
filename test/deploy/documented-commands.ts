import { readText } from '../support/repository.ts'

/** The commands of a chapter of src/docs/deploy.md, as one script. */
export function commandsOf(chapter: string): string {
  const [, after = ''] = readText('src/docs/deploy.md').split(`\n## ${chapter}\n`)
  const [text = ''] = after.split(/^## /m)
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block).join('')
}
