import type { Composition } from './canvas.ts'
import { arcs, bands, discs, mosaic, shapes } from './geometric.ts'
import { fields, horizon, strokes } from './painterly.ts'

/** Every way to paint. */
export const COMPOSITIONS: readonly Composition[] = [
  fields,
  horizon,
  discs,
  strokes,
  bands,
  mosaic,
  arcs,
  shapes,
]
