-- Distances by which lists are filtered (src/lists/filters.ts). PostgreSQL inlines the functions that need no table.

-- A channel of sRGB from 0 to 255 as linear light from 0 to 1 (IEC 61966-2-1).
CREATE OR REPLACE FUNCTION linear_light(channel integer) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN channel <= 10 THEN channel / 255.0::float8 / 12.92
  ELSE ((channel / 255.0::float8 + 0.055) / 1.055) ^ 2.4::float8 END;

-- The function f of CIELAB (CIE 15, 8.2.1).
CREATE OR REPLACE FUNCTION lab_root(share float8) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN share > 216 / 24389.0::float8 THEN cbrt(share) ELSE (24389 / 27.0::float8 * share + 16) / 116 END;

-- Red, green and blue of sRGB as L*, a* and b* of CIELAB with the white of D65.
CREATE OR REPLACE FUNCTION lab(rgb integer[]) RETURNS float8[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT ARRAY[116 * y - 16, 500 * (x - y), 200 * (y - z)]
  FROM (
    SELECT lab_root((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047) AS x,
      lab_root(0.2126729 * r + 0.7151522 * g + 0.0721750 * b) AS y,
      lab_root((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883) AS z
    FROM (SELECT linear_light(rgb[1]) AS r, linear_light(rgb[2]) AS g, linear_light(rgb[3]) AS b) AS light
  ) AS roots;
END;

-- The distance of two colors in CIELAB (CIE 1976).
CREATE OR REPLACE FUNCTION lab_distance(a integer[], b integer[]) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT sqrt((one[1] - other[1]) ^ 2 + (one[2] - other[2]) ^ 2 + (one[3] - other[3]) ^ 2)
  FROM (SELECT lab(a) AS one, lab(b) AS other OFFSET 0) AS colors;
END;

-- Kilometres along a great circle of the Earth as a sphere of its mean radius (haversine formula).
CREATE OR REPLACE FUNCTION distance_km(latitude numeric, longitude numeric, other_latitude float8, other_longitude float8)
RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 2 * 6371.0088 * asin(least(1, sqrt(
  sind((latitude::float8 - other_latitude) / 2) ^ 2
  + cosd(latitude::float8) * cosd(other_latitude) * sind((longitude::float8 - other_longitude) / 2) ^ 2)));
