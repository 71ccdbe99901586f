/** A place in a request body, as a JSON Pointer, and the rule that it breaks. */
export interface RuleViolation {
  readonly pointer: string
  readonly detail: string
}

/** Rules on several values at once, which the database keeps, by the constraint that keeps them. */
const RULES: Readonly<Record<string, RuleViolation>> = {
  events_end_not_before_start: rule('/end_time', 'It must not be before start_time.'),
  // Of what was stored before there was a limit; the contract's own are narrower.
  events_text_lengths: rule('/content', 'What is stored is too long. Give a shorter content.'),
  events_venue_id_fkey: rule('/venue', 'No venue has this id.'),
  events_category_id_fkey: rule('/category', 'No event category has this id.'),
  artworks_gallery_id_fkey: rule('/gallery', 'No gallery has this id.'),
  artworks_category_id_fkey: rule('/category', 'No artwork category has this id.'),
  artwork_artists_artist_id_fkey: rule('/artists', 'One of them is the id of no artist.'),
  artwork_tags_tag_id_fkey: rule('/tags', 'One of them is the id of no tag.'),
  artworks_price_when_shown: rule(
    '/price',
    'It must be given exactly when price_display is "show price".',
  ),
  artworks_min_price_in_range: rule(
    '/min_price',
    'It must be given exactly when price_display is "price range".',
  ),
  artworks_max_price_in_range: rule(
    '/max_price',
    'It must be given exactly when price_display is "price range".',
  ),
  artworks_range_in_order: rule('/max_price', 'It must not be less than min_price.'),
  artworks_discount_when_automated: rule(
    '/automated_offers_discount_rate',
    'It must be given exactly when automated_offers is true.',
  ),
  artworks_days_when_automated: rule(
    '/automated_offer_days_valid',
    'It must be given exactly when automated_offers is true.',
  ),
}

function rule(pointer: string, detail: string): RuleViolation {
  return { pointer, detail }
}

/** The rule whose breaking PostgreSQL reports with `error`; undefined for any other error. */
export function ruleViolation(error: unknown): RuleViolation | undefined {
  const { constraint } = (error ?? {}) as { constraint?: unknown }
  if (typeof constraint !== 'string' || !Object.hasOwn(RULES, constraint)) return undefined
  return RULES[constraint]
}
