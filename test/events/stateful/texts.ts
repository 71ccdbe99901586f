import fc from 'fast-check'

/** Any characters that can be stored, line breaks among them. */
export const text: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom('', 'Ærøskøbing', 'First line\r\nsecond line\r\n', '静物 🎨', ' "a\\b" <c> '),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  )
  .map((value) => value.replaceAll('\0', ''))

/** Few that are common, so that slugs are taken, and any with something in it that is not blank. */
export const title: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('Northern Light', 'NORTHERN light!', '静物', 'a'.repeat(300)),
  },
  { weight: 2, arbitrary: text.filter((value) => /\S/.test(value)) },
)

export const personName = text.map((value) => value.replaceAll(/[<>]/g, ''))

export const email = fc.emailAddress().filter((value) => value.length <= 254)

/** In the form that a URL parser would write, as the judge of answers wants it. */
export const webUrl: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom('https://kunsthal-nord.example', "http://a.b:8080/c/?d=e&f=%C3%A5#(g)'"),
    fc.webUrl({ withFragments: true, withQueryParameters: true, size: 'small' }),
  )
  .map((url) => new URL(url).href)
