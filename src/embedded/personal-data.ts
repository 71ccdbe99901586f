/**
 * Personal data never leaves the service: what a person's field holds is replaced, what is empty or
 * null stays so (interface.md, User; design: people). Every caller and every log line uses these.
 */
function masked<Text extends string | null>(text: Text, placeholder: string): Text {
  return text ? (placeholder as Text) : text
}

export const maskedName = <Text extends string | null>(text: Text): Text => masked(text, '<NAME>')
export const maskedEmail = <Text extends string | null>(text: Text): Text => masked(text, '<EMAIL>')
export const maskedPhone = <Text extends string | null>(text: Text): Text => masked(text, '<PHONE>')
