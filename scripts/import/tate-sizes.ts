import type { ArtworkListing } from './artwork-listing.ts'
import { trimmedTextOf } from './fields.ts'
import { Rejection } from './rejection.ts'
import type { Fields } from './row.ts'

type Sizes = Pick<ArtworkListing, 'sizeH' | 'sizeW' | 'sizeD'>

const UNKNOWN: Sizes = { sizeH: null, sizeW: null, sizeD: null }

/**
 * Sizes in centimeters. Tate's `width` and `height` are swapped in nearly all works: `dimensions`
 * reads height x width. In a few the columns are shifted instead, and then only `dimensions` tells.
 */
export function tateSizes(work: Fields): Sizes {
  const [width, height, depth] = ['width', 'height', 'depth'].map((name) =>
    millimetersOf(work, name),
  )
  // A word, such as `(left):`, shifts the columns, and they measure only a part of the work.
  if (width === undefined || height === undefined || depth === undefined) return UNKNOWN
  if (width === null && height === null) return UNKNOWN
  requireMillimeters(work)
  const written = readDimensions(trimmedTextOf(work, 'dimensions') ?? '')
  if (written === undefined || (written.sizeH === width && written.sizeW === height)) {
    return inCentimeters({ sizeH: width, sizeW: height, sizeD: depth })
  }
  return inCentimeters(written)
}

/** Null when it is empty or 0, undefined when it is not a number. */
function millimetersOf(work: Fields, name: string): number | null | undefined {
  const text = trimmedTextOf(work, name)
  if (text === null) return null
  const value = Number(text)
  return Number.isNaN(value) ? undefined : value || null
}

function requireMillimeters(work: Fields): void {
  const units = trimmedTextOf(work, 'units')
  if (units !== 'mm') throw new Rejection('units of the size is not mm')
}

const NUMBER = String.raw`(\d+(?:\.\d+)?)`
const DIMENSIONS = new RegExp(
  String.raw`(?<![\d.]|x ?)${NUMBER} ?x ?${NUMBER}(?: ?x ?${NUMBER})? ?mm\b`,
)

/** The first measurement in a text such as `image: 240 x 338 mm`, in millimeters. */
function readDimensions(text: string): Sizes | undefined {
  const [, height, width, depth] = DIMENSIONS.exec(text) ?? []
  if (height === undefined || width === undefined) return undefined
  return { sizeH: Number(height), sizeW: Number(width), sizeD: depth ? Number(depth) : null }
}

function inCentimeters({ sizeH, sizeW, sizeD }: Sizes): Sizes {
  return { sizeH: centimeters(sizeH), sizeW: centimeters(sizeW), sizeD: centimeters(sizeD) }
}

/** 12 digits keep the last bit of the division out: 12.3 mm are 1.23 cm. */
function centimeters(millimeters: number | null): number | null {
  return millimeters === null ? null : Number((millimeters / 10).toPrecision(12)) || null
}
