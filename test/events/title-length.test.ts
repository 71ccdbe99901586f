import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../contract/document.ts'
import { useService } from '../support/app.ts'
import { expectProblem, makeAuthor, type Author } from './author.ts'

const test = useService()
let author: Author

beforeAll(async () => {
  author = await makeAuthor(test)
})

const { properties = {} } = contract.document.components.schemas['EventInput'] ?? {}
const longest = properties['title']?.maxLength ?? 0

describe('the title of an event', () => {
  it('C11 is as long as it has code points, however many bytes they take', async () => {
    const title = '\u{1f600}'.repeat(longest)
    const { record } = await author.create({ title })
    expect(record.title).toBe(title)
    expectProblem(await author.post({ title: `${title}\u{1f600}` }), 'invalid_request', ['/title'])
  })
})
