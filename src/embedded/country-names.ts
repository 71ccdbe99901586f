const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** The English names of all ISO 3166-1 alpha-2 codes that have one. */
export const COUNTRY_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = englishNames.of(code)
    return name === undefined ? [] : [[code, name]]
  }),
)
