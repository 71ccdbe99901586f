import { describe, expect, it } from 'vitest'
import { errorsOf, pointersOf, read } from './read-body.ts'

const NUL = String.raw`\u0000`
const HALF = String.raw`\ud83d`

describe('a body', () => {
  it('is parsed as one JSON object', () => {
    const body = `\r\n\t {"a": [1, -2.5e3, "é\\n\\u00e9 \\ud83d\\ude00 😀", true, false, null, {}, []] } `
    expect(read(body)).toEqual({
      value: { a: [1, -2500, 'é\né 😀 😀', true, false, null, {}, []] },
    })
  })

  it('can begin with a byte order mark', () => {
    expect(read('\uFEFF{"a":1}')).toEqual({ value: { a: 1 } })
  })

  it.each([[undefined], [new Uint8Array()]])('C1 must not be empty', (body) => {
    expect(errorsOf(body)).toEqual([['', 'It is empty.']])
  })

  it.each(['null', '[]', '[{}]', '"text"', '1', '-0', 'true', '[1e999]', '"\\u0000"'])(
    'C2 must not be %s',
    (body) => {
      expect(errorsOf(body)).toEqual([['', 'It must be an object.']])
    },
  )

  it.each([
    ['a byte that begins nothing', [0xff]],
    ['a character cut short', [0xe2, 0x82]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a code point above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ])('C7 that has %s is not UTF-8', (_, bytes) => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')])
    expect(errorsOf(body)).toEqual([['', 'It is not UTF-8.']])
  })

  it('gets a problem that counts and names its errors', () => {
    expect(read('{"a":"\\u0000","b":1e999}')).toMatchObject({
      problem: {
        status: 400,
        code: 'invalid_request',
        message: 'The request has 2 faults: /a, /b.',
      },
    })
    expect(read('')).toMatchObject({ problem: { message: 'The request has 1 fault: the body.' } })
  })
})

describe('text that is not JSON', () => {
  it.each([
    ['{"a":1,}', 'line 1, column 8'],
    ['{"a":}', 'line 1, column 6'],
    ['{"a" 1}', 'line 1, column 6'],
    ['{a:1}', 'line 1, column 2'],
    ["{'a':1}", 'line 1, column 2'],
    ['{"a":[1,]}', 'line 1, column 9'],
    ['{"a":1', 'line 1, column 7'],
    ['{"a":"b', 'line 1, column 8'],
    ['{"a":01}', 'line 1, column 7'],
    ['{"a":+1}', 'line 1, column 6'],
    ['{"a":.5}', 'line 1, column 6'],
    ['{"a":1.}', 'line 1, column 8'],
    ['{"a":NaN}', 'line 1, column 6'],
    ['{"a":Infinity}', 'line 1, column 6'],
    ['{"a":undefined}', 'line 1, column 6'],
    ['{"a":1}{', 'line 1, column 8'],
    ['{"a":1} // b', 'line 1, column 9'],
    ['{\n  "a": 1,\n  "b": tru\n}', 'line 3, column 8'],
    ['{"a":"\t"}', 'line 1, column 7'],
    [String.raw`{"a":"\x"}`, 'line 1, column 7'],
    [String.raw`{"a":"\u12g4"}`, 'line 1, column 7'],
    ['{"a":\u00a01}', 'line 1, column 6'],
    [' ', 'line 1, column 2'],
    [']', 'line 1, column 1'],
    ['{"a":[}', 'line 1, column 7'],
  ])('C1 %j has its syntax error where the detail says', (body, place) => {
    const detail = `It is not JSON: it cannot be read on from ${place}.`
    expect(errorsOf(body)).toEqual([['', detail]])
  })

  it('is never quoted in the detail', () => {
    const digits = '7'.repeat(1000)
    expect(JSON.stringify(errorsOf(`{"a":${digits}.}`)).length).toBeLessThan(100)
  })
})

describe('nesting', () => {
  const arrays = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

  it.each([arrays(32), objects(32)])('can be 32 levels deep', (body) => {
    expect(read(body)).toHaveProperty('value')
  })

  it.each([
    [arrays(33), `/a${'/0'.repeat(31)}`, 37],
    [objects(33), '/a'.repeat(32), 161],
    [`{"1":[null],"b":{"~/":${arrays(33)}}}`, `/b/~0~1/a${'/0'.repeat(29)}`, 57],
    [`${objects(33)}]`, '/a'.repeat(32), 161],
    ['['.repeat(262_144), '/0'.repeat(32), 33],
    ['{"":'.repeat(65_536), '/'.repeat(32), 129],
    [`{"a":"\\ud800","b":${arrays(32)}}`, `/b/a${'/0'.repeat(30)}`, 54],
    [`nonsense ${'['.repeat(40)}`, '', 42],
  ])('C5 must not be deeper; the error has the place', (body, pointer, column) => {
    const detail = `It nests deeper than 32 levels at line 1, column ${column}.`
    expect(errorsOf(body)).toEqual([[pointer, detail]])
  })

  it('ignores brackets in strings', () => {
    const brackets = '[{'.repeat(50)
    const body = { [brackets]: `\\"${brackets}`, b: `${brackets}\\` }
    expect(read(JSON.stringify(body))).toEqual({ value: body })
  })

  it('counts only open levels', () => {
    expect(read(`{"a":[${'[],{},["b"],{"c":"d"},'.repeat(100)}[]]}`)).toHaveProperty('value')
  })
})

describe('the fields and items of a body', () => {
  it('have a limit, which the message names', () => {
    expect(read('{"a":[1,2,3]}', 4)).toHaveProperty('value')
    expect(read('{"a":[1,2,3,4]}', 4)).toMatchObject({
      problem: {
        errors: [
          {
            pointer: '',
            detail:
              'It has more fields and items than any valid body: the first 4 end at line 1, column 12.',
          },
        ],
      },
    })
  })
})

describe('a key', () => {
  it.each([
    ['{"a":1,"a":2}', '/a'],
    ['{"a":1,"a":1}', '/a'],
    ['{"a":{},"a":{}}', '/a'],
    ['{"a":null,"b":0,"a":null}', '/a'],
    ['{"a":1,"\\u0061":1}', '/a'],
    ['{"":1,"":1}', '/'],
    ['{"__proto__":{},"__proto__":{}}', '/__proto__'],
    ['{"a":{"__proto__":{}},"a":{}}', '/a'],
    ['{"a":[{"b":1},{"b":1,"c":{"d":[0,{"e":1,"e":1}]}}]}', '/a/1/c/d/1/e'],
    ['{"x,y":["z",["{"],{"a":1 , "a" : 1}]}', '/x,y/2/a'],
    ['{"a/b~":1,"a/b~":1}', '/a~1b~0'],
    ['{"a":1,"a":2,"a":3}', '/a'],
  ])('C4 must not be repeated: %s', (body, pointer) => {
    expect(errorsOf(body)).toEqual([[pointer, 'It is given more than once.']])
  })

  it('can occur again in another object, or as a value', () => {
    const body = { a: { a: 'a', b: ['a', 'a'] }, b: [{ a: 'b' }, { a: 'b' }], c: 'a' }
    expect(read(JSON.stringify(body))).toEqual({ value: body })
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'C3 %s is an ordinary one',
    (key) => {
      const body = `{"${key}":{"polluted":true},"a":{"${key.replace('o', '\\u006f')}":{"polluted":1}}}`
      const result = read(body) as { value: Record<string, Record<string, unknown>> }
      expect(Object.keys(result.value)).toEqual([key, 'a'])
      expect(Object.hasOwn(result.value['a'] ?? {}, key)).toBe(true)
      expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype)
      expect(JSON.stringify(result.value)).toBe(JSON.stringify(JSON.parse(body)))
      expect({}).not.toHaveProperty('polluted')
    },
  )
})

describe('a string', () => {
  const nul = 'It holds the character U+0000, which cannot be stored.'
  const half = 'It holds half of a surrogate pair, which is not a character.'
  const marks = 'It holds more than 30 combining marks in a row.'

  it.each([
    [`{"title":"a${'\u0301\u0323'.repeat(16)}"}`, ['/title', marks]],
    [`{"title":"a\u0301b${'\uff9e\u0323\uff9f'.repeat(11)}"}`, ['/title', marks]],
    [`{"title":"${'\u{1f5bc}'.repeat(40)}${'\u{1d165}'.repeat(31)}a"}`, ['/title', marks]],
    [`{"title":"a${NUL}b"}`, ['/title', nul]],
    [`{"title":"${HALF}"}`, ['/title', half]],
    [String.raw`{"title":"\ude00\ud83d"}`, ['/title', half]],
    [`{"a":["x",{"b":"${HALF}"}]}`, ['/a/1/b', half]],
  ])('C8 and C9 must not be %s', (body, fault) => {
    expect(errorsOf(body)).toEqual([fault])
  })

  it.each([
    [`{"a":{"b${NUL}":1}}`, ['/a', `A name in it holds ${nul.slice('It holds '.length)}`]],
    [`{"${HALF}":1}`, ['', `A name in it holds ${half.slice('It holds '.length)}`]],
  ])('must not be a name either: %s', (body, fault) => {
    expect(errorsOf(body)).toEqual([fault])
  })

  it('can have any other character', () => {
    const body = {
      'a\u0001\u007f\uffff\ufffe': 'b\u{10ffff}\u2028\ue000\ufffd',
      marks: `${'\u{1d165}'.repeat(30)}a${'\u0323'.repeat(30)}${'\u{1f5bc}'.repeat(40)}`,
    }
    expect(read(JSON.stringify(body))).toEqual({ value: body })
  })
})

describe('a pointer', () => {
  it('leads to the place', () => {
    const body = '{"artists":[1,2,1e999],"a/b":{"m~n":{"":1e999}},"0":1e999}'
    expect(pointersOf(body)).toEqual(['/0', '/artists/2', '/a~1b/m~0n/'])
  })

  it('ends above a name that is too long or has no UTF-8', () => {
    const long = 'k'.repeat(256)
    expect(pointersOf(`{"a":{"${long}":{"b":1e999}}}`)).toEqual(['/a'])
    expect(pointersOf(`{"${'~'.repeat(128)}":1e999,"a":1e999}`)).toEqual(['', '/a'])
    expect(pointersOf(`{"a":{"${HALF}":1,"${HALF}":2}}`)).toEqual(['/a'])
  })
})

describe('the errors', () => {
  it('are reported once for each place, the first of them', () => {
    const [first, ...others] = errorsOf(`{"a":{"${NUL}":1,"${HALF}":2}}`)
    expect(first).toEqual(['/a', expect.stringContaining('U+0000')])
    expect(others).toEqual([])
  })

  it('are reported together', () => {
    const body = `{"a":"${NUL}","b":[1e999,"${HALF}"],"c":1,"c":2}`
    expect(pointersOf(body)).toEqual(['/a', '/b/0', '/b/1', '/c'])
  })

  it('are at most twenty', () => {
    expect(pointersOf(`{"a":[${'1e999,'.repeat(1000)}1]}`)).toHaveLength(20)
    const twice = Array.from({ length: 1000 }, (_, n) => `"${n}":1,"${n}":1`)
    expect(pointersOf(`{${twice.join(',')}}`)).toHaveLength(20)
  })
})
