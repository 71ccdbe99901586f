-- Exchange rates, and the prices of artworks converted with them.

-- Rejects rates of future days: nothing would convert the prices again on the day when such a rate takes effect. So
-- the latest rate of a currency always applies.
CREATE OR REPLACE FUNCTION reject_future_rate() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION 'A rate of % lies in the future: prices would not be converted on that day',
    NEW.rate_date
    USING ERRCODE = 'check_violation', CONSTRAINT = 'exchange_rates_not_in_future',
      HINT = 'Store it on its day, in UTC, or later.';
END $$;
CREATE OR REPLACE TRIGGER reject_future_rate BEFORE INSERT OR UPDATE OF rate_date ON exchange_rates
  FOR EACH ROW WHEN (NEW.rate_date > (now() AT TIME ZONE 'UTC')::date)
  EXECUTE FUNCTION reject_future_rate();

-- Rejects rates of days before the euro: a day before Christ has no text that the contract allows.
CREATE OR REPLACE FUNCTION reject_early_rate() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION 'A rate of % lies before the euro', NEW.rate_date
    USING ERRCODE = 'check_violation', CONSTRAINT = 'exchange_rates_not_before_euro';
END $$;
CREATE OR REPLACE TRIGGER reject_early_rate BEFORE INSERT OR UPDATE OF rate_date ON exchange_rates
  FOR EACH ROW WHEN (NEW.rate_date < '1999-01-01')
  EXECUTE FUNCTION reject_early_rate();

CREATE OR REPLACE FUNCTION exchange_rates_written() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE exchange_rate_version SET version = version + 1;
  PERFORM record_change('exchange_rate', NULL);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON exchange_rates
  FOR EACH STATEMENT EXECUTE FUNCTION exchange_rates_written();

-- Stores the rates that differ from the stored ones, given as columns, and counts them. A file without a difference
-- writes nothing: each write has every row of `artwork_prices` converted again. `jump` is the first stored rate that
-- differs by `jump_factor` or more from that of the day before or after it: a caller that does not want it rolls back.
CREATE OR REPLACE FUNCTION import_exchange_rates(dates date[], currencies text[], units numeric[], publisher text,
  jump_factor numeric, OUT added integer, OUT changed integer, OUT days integer, OUT jump json)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  -- Two files at once: without the lock, the second would count what the first has stored.
  LOCK TABLE exchange_rates IN SHARE ROW EXCLUSIVE MODE;
  WITH published AS (
    SELECT unnest(dates) AS rate_date, unnest(currencies) AS currency, unnest(units)::numeric(16, 6) AS units_per_euro
  )
  SELECT array_agg(published.rate_date), array_agg(currency), array_agg(published.units_per_euro),
    count(*) FILTER (WHERE stored IS NULL), count(stored), count(DISTINCT rate_date)
  INTO dates, currencies, units, added, changed, days
  FROM published LEFT JOIN exchange_rates AS stored USING (currency, rate_date)
  WHERE published.units_per_euro IS DISTINCT FROM stored.units_per_euro;
  IF days = 0 THEN
    RETURN;
  END IF;
  INSERT INTO exchange_rates (rate_date, currency, units_per_euro, source)
  SELECT unnest(dates), unnest(currencies), unnest(units), publisher
  ON CONFLICT (currency, rate_date) DO UPDATE
    SET units_per_euro = excluded.units_per_euro, source = excluded.source;
  SELECT json_build_object('currency', own.currency, 'date', own.rate_date, 'units', own.units::text,
    'other_date', other.rate_date, 'other_units', other.units_per_euro::text)
  INTO jump
  FROM unnest(dates, currencies, units) AS own (rate_date, currency, units) CROSS JOIN LATERAL (
    (SELECT rate_date, units_per_euro FROM exchange_rates AS earlier
    WHERE earlier.currency = own.currency AND earlier.rate_date < own.rate_date
    ORDER BY rate_date DESC LIMIT 1)
    UNION ALL
    (SELECT rate_date, units_per_euro FROM exchange_rates AS later
    WHERE later.currency = own.currency AND later.rate_date > own.rate_date
    ORDER BY rate_date LIMIT 1)
  ) AS other
  WHERE greatest(own.units, other.units_per_euro) >= jump_factor * least(own.units, other.units_per_euro)
  ORDER BY own.rate_date, own.currency LIMIT 1;
END $$;

-- Processes of a version without `import_exchange_rates` call this.
CREATE OR REPLACE FUNCTION store_exchange_rates(dates date[], currencies text[], units numeric[], publisher text,
  OUT added integer, OUT changed integer, OUT days integer)
LANGUAGE sql SET search_path FROM CURRENT AS $$
  SELECT added, changed, days FROM import_exchange_rates(dates, currencies, units, publisher, NULL)
$$;

-- `amount * rate / own` with two decimals, half a cent rounded up; 0.01 at least for a positive amount. `div` keeps it
-- exact; the division of numerics would round a first time. The service converts prices in the same way (src/read-model/documents/exchange-rates.ts).
CREATE OR REPLACE FUNCTION converted(amount numeric, rate numeric, own numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE RETURN greatest(
  round(div(200 * amount * rate + own, 2 * own) * 0.01, 2),
  CASE WHEN amount > 0 AND rate > 0 AND own > 0 THEN 0.01 END);

-- A price in US dollars and in euros by the latest rates, with the version of the rates. A converted price is NULL
-- without a price or a rate. An amount that is already in the target currency is not converted.
CREATE OR REPLACE FUNCTION converted_prices(price numeric, currency text)
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

-- An artwork moves to another segment when its converted price changes. Its document contains the price and its
-- currency, and stays. The insertion of an artwork records the segments of all sort orders itself (7-artworks.sql).
CREATE OR REPLACE FUNCTION artwork_prices_written() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  entered integer[];
  departed integer[];
BEGIN
  PERFORM lock_offset_index('artworks');
  IF TG_OP <> 'DELETE' THEN
    entered := ARRAY(
      SELECT segment.no FROM new_rows CROSS JOIN LATERAL segments_of(new_rows::artwork_prices) AS segment
      WHERE is_public);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    departed := ARRAY(
      SELECT segment.no FROM old_rows CROSS JOIN LATERAL segments_of(old_rows::artwork_prices) AS segment
      WHERE is_public);
  END IF;
  IF TG_OP = 'UPDATE' OR entered <> '{}' OR departed <> '{}' THEN
    PERFORM record_change('artworks', '{}', segments, deltas) FROM moved_rows(entered, departed);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_insert AFTER INSERT ON artwork_prices REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION artwork_prices_written();
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON artwork_prices
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_prices_written();
CREATE OR REPLACE TRIGGER after_delete AFTER DELETE ON artwork_prices REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_prices_written();
