import fc from 'fast-check'

const [FIRST_SURROGATE, SURROGATES] = [0xd800, 0x800]

/** Any character, as the unit of `fc.string`: its unit `binary` lists all of them first, which takes a second and 140 MB. */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - SURROGATES).map(
  (no) => String.fromCodePoint(no < FIRST_SURROGATE ? no : no + SURROGATES),
  // Without it, no string would have the names of members of objects.
  (text) => {
    const [character = '', ...others] = Array.from(String(text))
    const point = character.codePointAt(0)
    if (point === undefined || others.length > 0) throw new Error('It is not one character')
    return point < FIRST_SURROGATE ? point : point - SURROGATES
  },
)
