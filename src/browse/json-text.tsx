import type { VNode } from 'preact'

/** What stands before the text of a line, the text, and what ends it. */
const LINE = /^(\s*(?:"[^"]*": )?")(.*)(",?\n?)$/s

/** A body as indented JSON, in which no text turns around what stands beside it. */
export function JsonText({ body }: { readonly body: object }): VNode {
  const lines = JSON.stringify(body, null, 2).split(/(?<=\n)/)
  return (
    <>
      {lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </>
  )
}

/** A line has one text at most. */
function Line({ line }: { readonly line: string }): VNode {
  const [, before, text, after] = LINE.exec(line) ?? []
  if (!text) return <>{line}</>
  return (
    <>
      {before}
      <bdi>{text}</bdi>
      {after}
    </>
  )
}
