-- For the filters of lists (src/lists/filters.ts).

-- Most filters of artworks, in any combination: PostgreSQL reads this index alone, instead of the table.
CREATE INDEX artworks_by_filters ON artworks (category_id, available_for_sale, price_display, allow_instant_buy, year_of_creation,
  size_h, size_w, units, gallery_id, featured_image_id, id) WHERE is_public;

CREATE INDEX artworks_by_medium ON artworks (sort_key(medium));
CREATE INDEX artworks_by_city ON artworks (sort_key(city));
CREATE INDEX galleries_by_city ON galleries (sort_key(city));
CREATE INDEX events_by_city ON events (sort_key(city));
CREATE INDEX venues_by_city ON venues (sort_key(city));
CREATE INDEX artwork_prices_by_eur ON artwork_prices (price_eur, artwork_id) WHERE is_public;
CREATE INDEX artwork_image_colors_of_color ON artwork_image_colors (color_id);
