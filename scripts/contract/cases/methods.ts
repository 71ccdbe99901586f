import { bodyOf, type Answer } from '../judge/answer.ts'
import type { Contract, Operation, Path } from '../judge/contract.ts'
import type { Case } from '../run/case.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']
const PLACE = '/info/description'

/** What belongs to one exchange and not to the representation. */
const OF_ONE_EXCHANGE = new Set([
  'x-request-id',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'age',
  'ratelimit',
])

/** OPTIONS, HEAD and the methods that a path has not, as the section "Methods" of the document says. */
export function methodCases({ operations }: Contract, path: Path, url: string): Case[] {
  const group = path.template
  const get = operations.find(
    ({ method, template }) => method === 'GET' && template === path.template,
  )
  const others = METHODS.filter((method) => !path.allow.split(', ').includes(method))
  return [
    optionsCase(path, url),
    ...(get === undefined ? [] : [headCase(get, group, url)]),
    {
      group,
      name: `refuses ${others.join(', ')}`,
      run: async (trial) => {
        for (const method of others) {
          const answer = await trial.ask({ method, url })
          trial.claim(answer.status === 405, `${answer.status} for ${method}`, path.place, answer)
        }
      },
    },
    {
      group,
      name: 'is the same without its last slash',
      run: async (trial) => {
        const [method, bare] = ['OPTIONS', url.replace(/\/$/, '')]
        const [slash, none] = [
          await trial.ask({ method, url }),
          await trial.ask({ method, url: bare }),
        ]
        const isSame = slash.status === none.status && slash.text === none.text
        trial.claim(isSame, 'It answers something else', PLACE, none)
      },
    },
  ]
}

function optionsCase({ template, place }: Path, url: string): Case {
  return {
    group: template,
    name: 'describes itself to OPTIONS',
    run: async (trial) => {
      const answer = await trial.ask({ method: 'OPTIONS', url })
      trial.claim(answer.status === 200, `${answer.status} for OPTIONS`, place, answer)
      const fields = Object.keys(bodyOf(answer) ?? {}).join(', ')
      const wanted = 'name, description, renders, parses'
      trial.claim(fields === wanted, `The fields are ${fields}, not ${wanted}`, PLACE, answer)
    },
  }
}

function headCase(get: Operation, group: string, url: string): Case {
  return {
    group,
    name: 'answers HEAD as GET, without the body',
    run: async (trial) => {
      for (const search of ['', '?contract_test=1']) {
        const [whole, head] = [
          await trial.ask({ url: `${url}${search}` }),
          await trial.ask({ method: 'HEAD', url: `${url}${search}` }),
        ]
        const message = `${head.status} for HEAD and ${whole.status} for GET`
        trial.claim(head.status === whole.status, message, get.place, head)
        for (const difference of differences(whole, head)) {
          trial.note({ message: difference, place: get.place }, head)
        }
      }
    },
  }
}

function differences(whole: Answer, head: Answer): string[] {
  const names = new Set([...Object.keys(whole.headers), ...Object.keys(head.headers)])
  // What is only known when the body has been made may be left out (RFC 9110, section 9.3.2).
  const length = Buffer.byteLength(whole.text)
  const got: Record<string, string | undefined> = {
    'content-length': String(length),
    ...whole.headers,
  }
  const said: Record<string, string | undefined> = {
    'content-length': got['content-length'],
    ...head.headers,
  }
  return [...names]
    .filter((name) => !OF_ONE_EXCHANGE.has(name) && said[name] !== got[name])
    .map((name) => `${name} is ${said[name]} for HEAD and ${got[name]} for GET`)
}
