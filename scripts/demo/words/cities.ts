/** Where galleries and venues are. In `zip`, # stands for a digit and @ for a letter. */
export interface City {
  readonly name: string
  readonly state: string | null
  readonly country: string
  readonly latitude: number
  readonly longitude: number
  readonly zip: string
}

type CityLine = readonly [string, string | null, string, number, number, string]

const LINES: readonly CityLine[] = [
  ['New York', 'NY', 'US', 40.7128, -74.006, '100##'],
  ['Los Angeles', 'CA', 'US', 34.0522, -118.2437, '900##'],
  ['Chicago', 'IL', 'US', 41.8781, -87.6298, '606##'],
  ['Miami', 'FL', 'US', 25.7617, -80.1918, '331##'],
  ['Santa Fe', 'NM', 'US', 35.687, -105.9378, '875##'],
  ['Seattle', 'WA', 'US', 47.6062, -122.3321, '981##'],
  ['San Francisco', 'CA', 'US', 37.7749, -122.4194, '941##'],
  ['Austin', 'TX', 'US', 30.2672, -97.7431, '787##'],
  ['Portland', 'OR', 'US', 45.5152, -122.6784, '972##'],
  ['New Orleans', 'LA', 'US', 29.9511, -90.0715, '701##'],
  ['Toronto', 'ON', 'CA', 43.6532, -79.3832, 'M5@ #@#'],
  ['Montréal', 'QC', 'CA', 45.5019, -73.5674, 'H2@ #@#'],
  ['Vancouver', 'BC', 'CA', 49.2827, -123.1207, 'V6@ #@#'],
  ['Halifax', 'NS', 'CA', 44.6488, -63.5752, 'B3@ #@#'],
  ['London', null, 'GB', 51.5074, -0.1278, 'E# #@@'],
  ['Bristol', null, 'GB', 51.4545, -2.5879, 'BS# #@@'],
  ['Edinburgh', null, 'GB', 55.9533, -3.1883, 'EH# #@@'],
  ['Glasgow', null, 'GB', 55.8642, -4.2518, 'G# #@@'],
  ['Margate', 'Kent', 'GB', 51.3813, 1.3862, 'CT9 #@@'],
  ['St Ives', 'Cornwall', 'GB', 50.2084, -5.4909, 'TR26 #@@'],
  ['Dublin', null, 'IE', 53.3498, -6.2603, 'D0# @#@#'],
  ['Berlin', null, 'DE', 52.52, 13.405, '10###'],
  ['Köln', 'Nordrhein-Westfalen', 'DE', 50.9375, 6.9603, '50###'],
  ['München', 'Bayern', 'DE', 48.1351, 11.582, '80###'],
  ['Leipzig', 'Sachsen', 'DE', 51.3397, 12.3731, '04###'],
  ['Hamburg', null, 'DE', 53.5511, 9.9937, '20###'],
  ['Wien', null, 'AT', 48.2082, 16.3738, '10#0'],
  ['Zürich', 'ZH', 'CH', 47.3769, 8.5417, '80##'],
  ['Basel', 'BS', 'CH', 47.5596, 7.5886, '40##'],
  ['Paris', null, 'FR', 48.8566, 2.3522, '7500#'],
  ['Lyon', null, 'FR', 45.764, 4.8357, '6900#'],
  ['Marseille', null, 'FR', 43.2965, 5.3698, '1300#'],
  ['Bruxelles', null, 'BE', 50.8503, 4.3517, '10#0'],
  ['Antwerpen', null, 'BE', 51.2194, 4.4025, '20#0'],
  ['Amsterdam', 'Noord-Holland', 'NL', 52.3676, 4.9041, '10## @@'],
  ['Rotterdam', 'Zuid-Holland', 'NL', 51.9244, 4.4777, '30## @@'],
  ['Aarhus', null, 'DK', 56.1629, 10.2039, '80##'],
  ['København', null, 'DK', 55.6761, 12.5683, '1###'],
  ['Stockholm', null, 'SE', 59.3293, 18.0686, '11# ##'],
  ['Oslo', null, 'NO', 59.9139, 10.7522, '01##'],
  ['Helsinki', null, 'FI', 60.1699, 24.9384, '00#00'],
  ['Milano', 'MI', 'IT', 45.4642, 9.19, '201##'],
  ['Roma', 'RM', 'IT', 41.9028, 12.4964, '001##'],
  ['Venezia', 'VE', 'IT', 45.4408, 12.3155, '301##'],
  ['Madrid', null, 'ES', 40.4168, -3.7038, '280##'],
  ['Barcelona', 'Catalunya', 'ES', 41.3851, 2.1734, '080##'],
  ['Lisboa', null, 'PT', 38.7223, -9.1393, '1#00-###'],
  ['Porto', null, 'PT', 41.1579, -8.6291, '40##-###'],
  ['Kraków', null, 'PL', 50.0647, 19.945, '31-###'],
  ['Praha', null, 'CZ', 50.0755, 14.4378, '1#0 00'],
  ['Budapest', null, 'HU', 47.4979, 19.0402, '10##'],
  ['Athína', null, 'GR', 37.9838, 23.7275, '10# ##'],
  ['İstanbul', null, 'TR', 41.0082, 28.9784, '344##'],
  ['Tallinn', null, 'EE', 59.437, 24.7536, '101##'],
  ['Rīga', null, 'LV', 56.9496, 24.1052, 'LV-10##'],
  ['Tokyo', null, 'JP', 35.6762, 139.6503, '10#-00##'],
  ['Kyoto', null, 'JP', 35.0116, 135.7681, '60#-80##'],
  ['Seoul', null, 'KR', 37.5665, 126.978, '03###'],
  ['Melbourne', 'VIC', 'AU', -37.8136, 144.9631, '30##'],
  ['Cape Town', 'Western Cape', 'ZA', -33.9249, 18.4241, '80##'],
  ['São Paulo', 'SP', 'BR', -23.5505, -46.6333, '01###-###'],
  ['Ciudad de México', 'CDMX', 'MX', 19.4326, -99.1332, '06###'],
]

export const CITIES: readonly City[] = LINES.map(
  ([name, state, country, latitude, longitude, zip]) => ({
    name,
    state,
    country,
    latitude,
    longitude,
    zip,
  }),
)
