import { isDeepStrictEqual } from 'node:util'
import type { components } from '../../../generated/v1.ts'
import type { Write } from './write.ts'

type Schemas = components['schemas']
type Picture = Schemas['EventImage']

const NO_WORDS = { caption: null, alt_text: null, description: null }

/** A picture given whole, or the placeholder. */
export function wholePicture(write: Write, before?: Picture): Picture {
  const sent = write.fields['featured_image']?.sent as Schemas['PictureInput'] | null | undefined
  if (!sent) return write.placeholder
  return before ? patched(before, { ...NO_WORDS, ...sent }, write) : newPicture(sent, write)
}

/** What a JSON merge patch (RFC 7396) makes of the picture before. */
export function changedPicture(before: Picture, write: Write): Picture {
  const patch = write.fields['featured_image']?.sent as Schemas['PicturePatch'] | null | undefined
  if (patch === undefined) return before
  return patch === null ? write.placeholder : patched(before, patch, write)
}

/** The picture itself stays as long as its address does. */
function patched(before: Picture, patch: Schemas['PicturePatch'], write: Write): Picture {
  const { full_size, ...words } = patch
  if (full_size !== undefined && full_size !== before.image.full_size) {
    const kept = before.id === write.placeholder.id ? {} : wordsOf(before)
    return newPicture({ full_size, ...kept, ...words }, write)
  }
  const after = { ...before, ...words }
  if (isDeepStrictEqual(after, before)) return before
  const { id, updated_at } = write.told.featured_image
  return { ...after, id, updated_at, uploaded_by: write.user.id }
}

function newPicture(
  { full_size, ...words }: Schemas['PictureInput'],
  { told, user, placeholder }: Write,
): Picture {
  const { id, updated_at } = told.featured_image
  const image = Object.fromEntries(
    Object.keys(placeholder.image).map((rendition) => [rendition, full_size]),
  ) as Picture['image']
  return {
    id,
    image,
    created_at: updated_at,
    updated_at,
    is_converted_to_webp: false,
    caption: null,
    alt_text: null,
    description: null,
    ...words,
    uploaded_by: user.id,
  }
}

function wordsOf({ caption, alt_text, description }: Picture) {
  return { caption, alt_text, description }
}
