/** Where something is, as requests write it; an absent field is not written. */
export interface PlaceFields {
  readonly country?: string | undefined
  /** `<latitude>,<longitude>`; empty when unknown. */
  readonly geolocation?: string | undefined
}

/** Country and coordinates as they are stored: what is unknown is null. */
export function placeColumns({ country, geolocation }: PlaceFields) {
  const [latitude, longitude] = geolocation?.split(',') ?? []
  return {
    ...(country !== undefined && { country_code: country || null }),
    ...(geolocation !== undefined && {
      latitude: latitude || null,
      longitude: longitude ?? null,
    }),
  }
}
