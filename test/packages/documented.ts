import { readText } from '../support/repository.ts'

/** The blocks of code in a language of a Markdown file, such as those of README.md of a package. */
export function codeIn(file: string, language: string): string[] {
  const blocks = readText(file).matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))
  return [...blocks].map(([, code = '']) => code)
}
