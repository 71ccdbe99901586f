/**
 * The address of a picture: paths are resolved against the media host, addresses elsewhere stay.
 * @param mediaUrl the media host's URL, without a slash at the end.
 */
export function absoluteMediaUrl(mediaUrl: string, stored: string): string {
  return stored.startsWith('/') ? `${mediaUrl}${stored}` : stored
}
