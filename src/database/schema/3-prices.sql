-- Exchange rates, and the prices of artworks converted by them.

CREATE TABLE exchange_rates (
  currency currency_code NOT NULL CHECK (currency <> 'EUR'),
  rate_date date NOT NULL CHECK (isfinite(rate_date)),
  units_per_euro numeric(16, 6) NOT NULL CHECK (units_per_euro > 0 AND units_per_euro <> 'NaN'),
  source text NOT NULL,
  PRIMARY KEY (currency, rate_date)
);

-- No rate is of the future: nothing would convert prices on the day when it takes effect. So prices are converted
-- by the last rate of a currency, whatever day it is.
CREATE FUNCTION reject_future_rate() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION 'A rate of % lies in the future: prices would not be converted on that day',
    NEW.rate_date
    USING ERRCODE = 'check_violation', CONSTRAINT = 'exchange_rates_not_in_future',
      HINT = 'Store it on its day, in UTC, or later.';
END $$;
CREATE TRIGGER reject_future_rate BEFORE INSERT OR UPDATE OF rate_date ON exchange_rates
  FOR EACH ROW WHEN (NEW.rate_date > (now() AT TIME ZONE 'UTC')::date)
  EXECUTE FUNCTION reject_future_rate();

-- Which rates are the last ones: any write to `exchange_rates` makes the next version.
CREATE TABLE exchange_rate_version (version integer NOT NULL);
INSERT INTO exchange_rate_version VALUES (1);

-- `amount * rate / own` with two decimals, half a cent rounded up. Exact: to divide a numeric rounds it once
-- already. The service converts prices in the same way (src/read-model/documents/exchange-rates.ts).
CREATE FUNCTION converted(amount numeric, rate numeric, own numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE RETURN round(div(200 * amount * rate + own, 2 * own) * 0.01, 2);

-- A price in US dollars and in euros, by the last rates. NULL without a price or a rate; but an amount in the
-- wanted currency is itself. With the version of the rates.
CREATE FUNCTION converted_prices(price numeric, currency text)
RETURNS TABLE (price_usd numeric, price_eur numeric, rates integer) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT
    CASE WHEN converted_prices.currency = 'USD' THEN price ELSE converted(price, usd.rate, own.rate) END,
    CASE WHEN converted_prices.currency = 'EUR' THEN price ELSE converted(price, 1, own.rate) END,
    CASE WHEN price IS NOT NULL THEN (SELECT version FROM exchange_rate_version) END
  FROM (
    SELECT CASE WHEN converted_prices.currency = 'EUR' THEN 1 ELSE (
      SELECT units_per_euro FROM exchange_rates
      WHERE exchange_rates.currency = converted_prices.currency
      ORDER BY rate_date DESC LIMIT 1) END AS rate
  ) AS own, (
    SELECT (
      SELECT units_per_euro FROM exchange_rates
      WHERE exchange_rates.currency = 'USD'
      ORDER BY rate_date DESC LIMIT 1) AS rate
  ) AS usd;
END;

-- What the order by `price_usd` is made of: one row for each artwork, by triggers on `artworks`. Apart from it,
-- because a day's rates change them all: that writes 80 bytes for each artwork here, and would write 500 and the
-- entries of ten indexes there. After new rates, the service converts the prices again, batch by batch
-- (src/read-model/documents/price-refresh.ts). The public list in this order shows the prices of these rows; all else
-- shows prices by the rates of the moment.
CREATE TABLE artwork_prices (
  artwork_id integer NOT NULL,
  -- As of the artwork.
  is_public boolean NOT NULL,
  -- The version of the rates that the prices were converted by; NULL where there is no price to convert.
  rates integer,
  price_usd numeric(40, 2) CHECK (price_usd >= 0 AND price_usd <> 'NaN'),
  price_eur numeric(40, 2) CHECK (price_eur >= 0 AND price_eur <> 'NaN'),
  PRIMARY KEY (artwork_id)
);
-- A page in the order by price_usd is read from it alone, with the prices that it shows.
CREATE INDEX artwork_prices_by_usd ON artwork_prices (price_usd, artwork_id) INCLUDE (price_eur)
  WHERE is_public;
