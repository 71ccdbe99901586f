-- Distances by which lists are filtered (src/lists/filters.ts).

-- Red, green and blue of sRGB, from 0 to 255, as L*, a* and b* of CIELAB with the white of D65 (IEC 61966-2-1; CIE 15, 8.2.1).
-- In PL/pgSQL, because a function in SQL with subqueries takes a hundred times as long.
CREATE OR REPLACE FUNCTION lab(red integer, green integer, blue integer) RETURNS float8[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
DECLARE
  light float8[] := ARRAY[red, green, blue]::float8[];
  root float8[];
BEGIN
  FOR channel IN 1..3 LOOP
    light[channel] := light[channel] / 255;
    light[channel] := CASE WHEN light[channel] <= 0.04045 THEN light[channel] / 12.92
      ELSE ((light[channel] + 0.055) / 1.055) ^ 2.4 END;
  END LOOP;
  root := ARRAY[
    (0.4124564 * light[1] + 0.3575761 * light[2] + 0.1804375 * light[3]) / 0.95047,
    0.2126729 * light[1] + 0.7151522 * light[2] + 0.0721749 * light[3],
    (0.0193339 * light[1] + 0.1191920 * light[2] + 0.9503041 * light[3]) / 1.08883];
  FOR axis IN 1..3 LOOP
    root[axis] := CASE WHEN root[axis] > 216 / 24389.0 THEN cbrt(root[axis]) ELSE (24389 / 27.0 * root[axis] + 16) / 116 END;
  END LOOP;
  RETURN ARRAY[116 * root[2] - 16, 500 * (root[1] - root[2]), 200 * (root[2] - root[3])];
END $$;

-- The distance of two colors in CIELAB (CIE 1976).
CREATE OR REPLACE FUNCTION lab_distance(one float8[], other float8[]) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sqrt((one[1] - other[1]) ^ 2 + (one[2] - other[2]) ^ 2 + (one[3] - other[3]) ^ 2);

-- Kilometres along a great circle of the Earth as a sphere of its mean radius (haversine formula).
CREATE OR REPLACE FUNCTION distance_km(latitude numeric, longitude numeric, other_latitude float8, other_longitude float8)
RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 2 * 6371.0088 * asin(least(1, sqrt(
  sin(radians((latitude::float8 - other_latitude) / 2)) ^ 2 + cos(radians(latitude::float8)) * cos(radians(other_latitude))
  * sin(radians((longitude::float8 - other_longitude) / 2)) ^ 2)));
