import { isDeepStrictEqual } from 'node:util'
import type { components } from '../../generated/v1.ts'
import type { Write } from './kind.ts'
import type { Picture } from './model.ts'

type Schemas = components['schemas']
type PictureInput = Schemas['PictureInput']
type PicturePatch = Schemas['PicturePatch']

const NO_TEXTS = { caption: null, alt_text: null, description: null }

export function createdPicture(write: Write): Picture | null {
  const sent = sentPicture(write) as PictureInput | null | undefined
  return sent ? newPicture(sent, write) : write.placeholder
}

/** The picture of a PUT: without one, the placeholder. */
export function replacedPicture(before: Picture, write: Write): Picture | null {
  const sent = sentPicture(write)
  return sent ? patched(before, { ...NO_TEXTS, ...sent }, write) : write.placeholder
}

/** The picture after a JSON merge patch (RFC 7396). */
export function changedPicture(before: Picture | null, write: Write): Picture | null {
  const patch = sentPicture(write)
  if (patch === undefined) return before
  if (patch === null) return write.placeholder
  return before === null ? newPicture(patch as PictureInput, write) : patched(before, patch, write)
}

function sentPicture({ fields }: Write): PicturePatch | null | undefined {
  return fields['featured_image']?.sent as PicturePatch | null | undefined
}

/** A picture keeps its id while its address stays. */
function patched(before: Picture, patch: PicturePatch, write: Write): Picture {
  const { full_size, ...texts } = patch
  if (full_size !== undefined && full_size !== addressOf(before)) {
    const kept = before.id === write.placeholder?.id ? {} : textsOf(before)
    return newPicture({ full_size, ...kept, ...texts }, write)
  }
  const after = { ...before, ...texts }
  if (isDeepStrictEqual(after, before)) return before
  const { id, updated_at } = chosenOf(write)
  return { ...after, id, updated_at, uploaded_by: write.user.id }
}

function newPicture({ full_size, ...texts }: PictureInput, write: Write): Picture {
  const { id, updated_at } = chosenOf(write)
  return {
    // The colours of the placeholder are none, as those of a new picture.
    ...write.placeholder,
    ...NO_TEXTS,
    ...texts,
    id,
    image: renditions(write.placeholder, full_size),
    created_at: updated_at,
    updated_at,
    is_converted_to_webp: false,
    uploaded_by: write.user.id,
  } as Picture
}

/** Each rendition has the address of the picture; pictures without a placeholder have one address. */
function renditions(placeholder: Picture | null, full_size: string): unknown {
  if (placeholder === null) return full_size
  return Object.fromEntries(Object.keys(placeholder.image).map((name) => [name, full_size]))
}

function addressOf({ image }: Picture): string {
  return typeof image === 'string' ? image : image.full_size
}

/** What the service chooses; impossible values when the response has no picture. */
function chosenOf({ actual }: Write): { readonly id: number; readonly updated_at: string } {
  return actual.featured_image ?? { id: 0, updated_at: '' }
}

function textsOf({ caption, alt_text, description }: Picture) {
  return { caption, alt_text, description }
}
