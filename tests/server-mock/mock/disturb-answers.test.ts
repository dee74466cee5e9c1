import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Disturbance } from '#schemas/cli/mock-orders.ts'
import { ApiError } from '#server/errors.ts'
import { disturbAnswers } from '#server/mock/disturb-answers.ts'

const answer = { results: { title: 'A whole answer' } }

async function ask(disturbances: Disturbance[], url = '/api/v1/book-list?page=1') {
  const app = Fastify()
  app.get('/api/v:version/:endpoint', async () => answer)
  app.setErrorHandler((fault, _request, reply) =>
    reply.code(fault instanceof ApiError ? 422 : 500).send({ code: fault instanceof ApiError ? fault.code : '' }),
  )
  disturbAnswers(app, () => disturbances)
  const from = performance.now()
  const { statusCode, body } = await app.inject({ url })
  await app.close()
  return { status: statusCode, body, ms: performance.now() - from }
}

test('a call is late by as much as was ordered, and answers as usual', async () => {
  const { status, body, ms } = await ask([{ call: 'book-list', slow: 60 }])
  expect([status, JSON.parse(body)]).toEqual([200, answer])
  expect(ms).toBeGreaterThanOrEqual(59)
})

test('a failure is thrown as the server itself would', async () => {
  expect(await ask([{ fail: '409' }])).toMatchObject({ status: 422, body: '{"code":"precondition-failed"}' })
})

test('half an answer is no JSON', async () => {
  const { status, body } = await ask([{ fail: 'half' }])
  expect(status).toBe(200)
  expect(() => JSON.parse(body)).toThrow(SyntaxError)
})

test('another call is answered as usual', async () => {
  expect((await ask([{ call: 'save', fail: '500' }])).status).toBe(200)
  expect((await ask([{ fail: '500' }], '/api/v1/layout')).status).toBe(200)
})
