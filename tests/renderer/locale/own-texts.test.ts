import { expect, it } from 'vitest'
import { ownTexts } from '#renderer'

const useTexts = ownTexts({
  './messages/fa.json': async () => ({ place: 'اسلاید {number} از {total}، {code}' }),
  './messages/en.json': async () => ({ place: 'Slide {number} of {total}, {code}' }),
})

it('numbers in the texts of a part are said in the digits of the reader, and texts as they are', async () => {
  const values = { number: 1, total: 12, code: 'A-7' }
  expect((await useTexts.load('fa'))('place', values)).toBe('اسلاید ۱ از ۱۲، A-7')
  expect((await useTexts.load('en'))('place', values)).toBe('Slide 1 of 12, A-7')
})
