import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { exchange, listenAnywhere, request } from './raw-exchange.ts'

const LIST = '/api/v1/events/'

const test = useService()
let port: number

beforeAll(async () => {
  port = await listenAnywhere(test.app)
})

describe('Expect: 100-continue', () => {
  // Node would write it between the head and the body of the answer to this very request.
  it('A17 sent before the answers to others has its 100 before its answer', async () => {
    const first = `GET ${LIST} HTTP/1.1\r\nHost: a\r\n\r\n`
    const patch = request(`PATCH ${LIST}`, ['Expect: 100-continue', 'Content-Length: 2'], '{}')
    const answers = await exchange(port, first + first + patch)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 100, 405])
    expect(answers.at(-1)?.json()).toMatchObject({ status: 405 })
  })
})
