/** The seeded categories, with how often they occur and what their works are made of. */
export interface CategoryWords {
  readonly name: string
  readonly weight: number
  readonly media: readonly string[]
  /** Share of the works whose depth is known. */
  readonly depth: number
  /** Typical price, in any currency. */
  readonly price: number
}

export const CATEGORIES: readonly CategoryWords[] = [
  {
    name: 'Paintings',
    weight: 38,
    depth: 0.35,
    price: 2_400,
    media: [
      'Oil on canvas',
      'Oil on linen',
      'Acrylic on canvas',
      'Acrylic on wood panel',
      'Egg tempera on panel',
      'Oil and wax on board',
      'Huile sur toile',
      'Mischtechnik auf Leinwand',
      'Spray paint and ink on canvas\n',
      'Oil on canvas, framed\r\n',
    ],
  },
  {
    name: 'Prints',
    weight: 24,
    depth: 0.01,
    price: 420,
    media: [
      'Lithograph in colours',
      'Screenprint on Somerset paper',
      'Etching and aquatint',
      'Woodcut',
      'Linocut, edition of 40',
      'Giclée print',
      'Drypoint on Hahnemühle',
      'Offset lithograph, signed\n',
    ],
  },
  {
    name: 'Works On Paper',
    weight: 16,
    depth: 0.01,
    price: 780,
    media: [
      'Watercolour on paper',
      'Charcoal on paper',
      'Gouache on Arches paper',
      'Ink on rice paper',
      'Pencil and wash',
      'Pastel sur papier',
      'Collage on card\n',
    ],
  },
  {
    name: 'Photography',
    weight: 14,
    depth: 0.03,
    price: 950,
    media: [
      'Gelatin silver print',
      'Archival pigment print',
      'C-print, Diasec mounted',
      'Cyanotype',
      'Platinum-palladium print',
      'Polaroid',
      'Archival pigment print, edition of 7 + 2 AP\n',
    ],
  },
  {
    name: 'Sculptures And Ceramics',
    weight: 8,
    depth: 0.9,
    price: 3_100,
    media: [
      'Bronze',
      'Patinated bronze on slate',
      'Glazed stoneware',
      'Porcelain',
      'Carrara marble',
      'Welded steel',
      'Cast glass',
      'Bois et métal',
      'Terracotta, salt glaze\n',
    ],
  },
]
