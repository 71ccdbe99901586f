import { expect, it } from 'vitest'
import { absoluteMediaUrl } from '../../src/images/image-resource.ts'

it.each([
  ['/a/b.jpg', 'https://media.example/x/a/b.jpg'],
  ['https://pictures.example/a.jpg', 'https://pictures.example/a.jpg'],
  ['http://pictures.example/a.jpg', 'http://pictures.example/a.jpg'],
])('absoluteMediaUrl of %s is %s', (stored, url) => {
  expect(absoluteMediaUrl('https://media.example/x', stored)).toBe(url)
})
