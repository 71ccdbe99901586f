/** Street names by country; `#` is where the number goes, and `th` after it becomes its ordinal. */
const ENGLISH = [
  '# Quay Street',
  '# Mill Lane',
  '# Foundry Road',
  '# Harbour Terrace',
  '# Canal Street',
  '# Orchard Row',
  '# Ropewalk',
  '# Station Road',
  '# Market Square',
  '# Old Brewery Yard',
]
const AMERICAN = [
  '# Mercer Avenue',
  '# West 2#th Street',
  '# Canyon Road',
  '# Warehouse Row',
  '# Magnolia Boulevard',
  '# Elm Street, Suite #',
  '# North Pier Drive',
  '# Ocean Parkway',
]
const GERMAN = [
  'Lindenstraße #',
  'Am Kanal #',
  'Spinnereistraße #',
  'Gartenweg #',
  'Alte Münze #',
  'Brückengasse #',
]
const FRENCH = [
  '#, rue des Tanneurs',
  '#, quai du Canal',
  '#, passage des Ateliers',
  '#, rue Saint-Éloi',
  '#, place du Marché',
]
const DUTCH = ['Havenstraat #', 'Prinsenkade #', 'Oude Gracht #', 'Scheepmakersdijk #']
const NORDIC = ['Havnegade #', 'Strandgatan #', 'Møllevej #', 'Kanalgata #', 'Skeppsbron #']
const ITALIAN = [
  'Via dei Pittori, #',
  'Corso San Luca, #',
  'Calle del Forno, #',
  'Via Tessitori, #',
]
const IBERIAN = ['Calle del Taller, #', 'Carrer dels Teixidors, #', 'Rua das Oficinas, #']

const BY_COUNTRY: Readonly<Record<string, readonly string[]>> = {
  US: AMERICAN,
  CA: AMERICAN,
  DE: GERMAN,
  AT: GERMAN,
  CH: GERMAN,
  FR: FRENCH,
  BE: FRENCH,
  NL: DUTCH,
  DK: NORDIC,
  SE: NORDIC,
  NO: NORDIC,
  FI: NORDIC,
  IT: ITALIAN,
  ES: IBERIAN,
  PT: IBERIAN,
  BR: IBERIAN,
  MX: IBERIAN,
}

/** The street names of a country, English ones where there are no others. */
export function streetsOf(country: string): readonly string[] {
  return BY_COUNTRY[country] ?? ENGLISH
}
