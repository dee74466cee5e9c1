import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { demoImage, demoImageCount, serveDemoImages } from '#server/features/content/demo-images.ts'

test('answers each picture of the seed as an image, and no other path', async () => {
  const app = Fastify()
  serveDemoImages(app)
  const picture = await app.inject('/demo/content/07.svg')
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect(picture.body).toContain('<svg')
  for (const file of ['00.svg', '25.svg', '7.svg', '07.png', '..%2Froutes.ts'])
    expect((await app.inject(`/demo/content/${file}`)).statusCode, file).toBe(404)
  expect(new Set(Array.from({ length: demoImageCount }, (_, at) => demoImage(at + 1))).size).toBe(demoImageCount)
})
