/** Popular first: the catalogue uses the front of the list more. */
export const TAGS: readonly string[] =
  `abstract landscape portrait seascape figurative minimalism colour-field still-life cityscape nature
expressionism geometric nude botanical monochrome surreal pop-art street-art conceptual architecture
animals birds horses night winter summer spring autumn light shadow water forest mountains garden
interior music dance sport travel childhood family memory myth religion politics protest humour text
calligraphy collage textile gold-leaf black-and-white vintage signed framed unframed limited-edition
large-format miniature diptych triptych commission emerging-artist blue red green yellow pink`.split(
    /\s+/,
  )

/** Some tags are explained. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  abstract: 'Shapes and colours that stand for nothing but themselves.',
  'colour-field': 'Large, flat areas of colour.',
  diptych: 'A work in two parts.',
  triptych: 'A work in three parts.',
  'limited-edition': 'Made in a fixed number of copies.',
  seascape: 'The sea and its coasts.',
  'still-life': 'Arranged objects, flowers and food.',
}
