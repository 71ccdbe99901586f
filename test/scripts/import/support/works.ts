/** A work as the Carnegie Museum of Art publishes it. */
export function carnegieWork(id: string, changes: object = {}): object {
  return {
    title: 'Rockport Landscape',
    creation_date: '1938',
    creation_date_earliest: '1938-01-01',
    creation_date_latest: '1938-01-01',
    medium: 'crayon on paper',
    accession_number: '78.27.1.469',
    id,
    item_width: 19.25,
    item_height: 14.25,
    item_depth: 0,
    classification: 'drawings and watercolors',
    images: [{ image_url: 'http://collection.cmoa.org/CollectionImage.aspx?irn=1&size=Medium' }],
    creator: [carnegieArtist('p1')],
    ...changes,
  }
}

export function carnegieArtist(id: string, changes: object = {}): object {
  return {
    artist_id: id,
    party_type: 'Person',
    full_name: 'Samuel Rosenberg',
    cited_name: 'Rosenberg, Samuel',
    role: null,
    nationality: 'American',
    birth_date: '1896-01-01',
    death_date: '1972-01-01',
    ...changes,
  }
}

/** A work as Tate publishes it. */
export function tateWork(acno: string, changes: object = {}): object {
  return {
    acno,
    classification: 'on paper, print',
    contributors: [tateArtist(39)],
    dateRange: { endYear: 1827, startYear: 1826, text: '1826-7' },
    depth: '',
    dimensions: 'image: 240 x 338 mm',
    height: '338',
    medium: 'Line engraving on paper',
    thumbnailUrl: 'http://www.tate.org.uk/art/images/work/A/A00/A00006_8.jpg',
    title: 'Ciampolo the Barrator',
    units: 'mm',
    width: '240',
    ...changes,
  }
}

export function tateArtist(id: number, changes: object = {}): object {
  return { date: '1757–1827', fc: 'William Blake', id, role: 'artist', ...changes }
}
