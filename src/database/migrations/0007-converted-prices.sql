-- A positive price converts to 0.01 at least (../schema/3-prices.sql).
UPDATE artwork_prices
SET price_usd = CASE WHEN price_usd = 0 THEN 0.01 ELSE price_usd END,
  price_eur = CASE WHEN price_eur = 0 THEN 0.01 ELSE price_eur END
FROM artworks
WHERE artworks.id = artwork_id AND price > 0 AND (price_usd = 0 OR price_eur = 0);
