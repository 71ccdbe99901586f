/**
 * Personal data never leaves the service: a placeholder replaces the value of a person's field, and an
 * empty or null field stays so. Every operation and every log line uses these.
 */
function masked<Text extends string | null>(text: Text, placeholder: string): Text {
  return text ? (placeholder as Text) : text
}

/**
 * Of a user's fields that are always filled, because a user is somebody with a name and an e-mail
 * address. Users made by a command or an import have neither in the database.
 */
export const USER_FULL_NAME = '<NAME>'
export const USER_EMAIL = '<EMAIL>'

export const maskedName = <Text extends string | null>(text: Text): Text => masked(text, '<NAME>')
export const maskedEmail = <Text extends string | null>(text: Text): Text => masked(text, '<EMAIL>')
export const maskedPhone = <Text extends string | null>(text: Text): Text => masked(text, '<PHONE>')
