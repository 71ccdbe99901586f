/** Something to see: no sign that is blank or only changes those beside it. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** A title that can be seen, and so be read and followed. */
export function titleText(title: string): string {
  return VISIBLE.test(title) ? title : 'Untitled'
}
