const HEAD_BYTES = 300
const SHOWN_CHARACTERS = 60

/** Says what a file of an unexpected kind seems to be, by how it begins. */
export async function describeContent(chunks: AsyncIterable<Buffer>): Promise<string> {
  const head = await readHead(chunks)
  if (head.length === 0) return 'nothing, it is empty'
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (text.startsWith('version https://git-lfs.')) {
    return 'a Git LFS pointer in place of the file; fetch the file itself with "git lfs pull"'
  }
  if (isBinary(head)) return 'binary data, neither text nor gzip'
  if (text.startsWith('<')) return 'a web page or XML; download the raw file'
  return `text without a fitting row, which begins with ${JSON.stringify(shorten(text))}`
}

async function readHead(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const chunk of chunks) {
    if (chunk.length > 0) return chunk.subarray(0, HEAD_BYTES)
  }
  return Buffer.alloc(0)
}

/** Text has no NUL, and few characters that are broken UTF-8: one where the head is cut off. */
function isBinary(head: Buffer): boolean {
  return head.includes(0) || (head.toString('utf8').match(/\uFFFD/g) ?? []).length > 3
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
