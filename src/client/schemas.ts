import type { components } from '../../generated/v1.ts'

type Schemas = components['schemas']

/** Records of responses; the contract describes the fields. */
export type Artist = Schemas['Artist']
export type Artwork = Schemas['Artwork']
export type ArtworkCategory = Schemas['ArtworkCategory']
export type Event = Schemas['Event']
export type EventCategory = Schemas['EventCategory']
export type Gallery = Schemas['Gallery']
export type ApiIndex = Schemas['ApiIndex']
export type Problem = Schemas['Problem']
export type ProblemFault = Schemas['ProblemError']
export type Tag = Schemas['Tag']
export type Venue = Schemas['Venue']

/** Bodies of requests. */
export type ArtworkInput = Schemas['ArtworkInput']
export type EventInput = Schemas['EventInput']
export type EventPatch = Schemas['EventPatch']
export type VenueInput = Schemas['VenueInput']
