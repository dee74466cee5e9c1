import { describe, expect, test, vi } from 'vitest'
import { CallFailure, type Answer } from '#renderer/api/call.ts'
import type { DocumentProblem } from '#renderer/documents/document-problems.ts'
import { createGridLoader, readRows, type GridParams } from '#renderer/grid/data/grid-loader.ts'

function setUp() {
  const asked: { params: GridParams; signal: AbortSignal; answer: (rows: unknown[]) => void; fail: (error: unknown) => void }[] = []
  const outcome = { onAnswer: vi.fn(), onFailure: vi.fn() }
  const loader = createGridLoader(
    (params, signal) =>
      new Promise<Answer>((resolve, reject) => {
        asked.push({ params, signal, answer: (results) => resolve({ results, metadata: {} }), fail: reject })
      }),
  )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { asked, loader, settle, outcome, ...outcome }
}

describe('answers of a grid', () => {
  test('the last question wins although the first is answered last', async () => {
    const { asked, loader, settle, outcome, onAnswer } = setUp()
    loader.load({ page: 1 }, outcome)
    loader.load({ page: 2 }, outcome)
    asked[1]?.answer([{ id: 2 }])
    await settle()
    asked[0]?.answer([{ id: 1 }])
    await settle()
    expect(onAnswer.mock.calls).toEqual([[{ results: [{ id: 2 }], metadata: {} }]])
  })

  test('a question that is overtaken is cancelled, and its failure is nobody’s', async () => {
    const { asked, loader, settle, outcome, onFailure } = setUp()
    loader.load({ page: 1 }, outcome)
    loader.load({ page: 2 }, outcome)
    expect(asked[0]?.signal.aborted).toBe(true)
    asked[0]?.fail(new CallFailure('grid', 500))
    await settle()
    expect(onFailure).not.toHaveBeenCalled()
  })

  test('leaving cancels silently', async () => {
    const { asked, loader, settle, outcome, onAnswer, onFailure } = setUp()
    loader.load({ page: 1 }, outcome)
    loader.stop()
    expect(asked[0]?.signal.aborted).toBe(true)
    asked[0]?.fail(new CallFailure('grid', 0, { errorCode: 'cancelled' }))
    await settle()
    expect(onFailure).not.toHaveBeenCalled()
    expect(onAnswer).not.toHaveBeenCalled()
  })

  test('a failure is told', async () => {
    const { asked, loader, settle, outcome, onFailure } = setUp()
    const failure = new CallFailure('grid', 400)
    loader.load({ page: 1 }, outcome)
    asked[0]?.fail(failure)
    await settle()
    expect(onFailure).toHaveBeenCalledWith(failure)
  })

  test('a row is asked for by its id and without metadata', async () => {
    const { asked, loader, settle, outcome, onAnswer } = setUp()
    loader.loadRows({ page: 1, module: 'content' }, [7], outcome)
    expect(asked[0]?.params).toEqual({ page: 1, module: 'content', ids: '7', parts: 'cells' })
    asked[0]?.answer([{ id: 7 }])
    await settle()
    expect(onAnswer).toHaveBeenCalledWith([{ id: 7 }])
  })

  test('of a row that is read twice the later reading counts, also when it is answered first', async () => {
    const { asked, loader, settle, outcome, onAnswer } = setUp()
    loader.loadRows({ page: 1 }, [7], outcome)
    loader.loadRows({ page: 1 }, [8], outcome)
    loader.loadRows({ page: 1 }, [7], outcome)
    asked[2]?.answer([{ id: 7, version: 3 }])
    await settle()
    asked[0]?.answer([{ id: 7, version: 2 }])
    asked[1]?.answer([{ id: 8 }])
    await settle()
    expect(onAnswer.mock.calls).toEqual([[[{ id: 7, version: 3 }]], [[{ id: 8 }]]])
  })

  test('a row read again before the page changed is dropped', async () => {
    const { asked, loader, settle, outcome, onAnswer } = setUp()
    loader.loadRows({ page: 1 }, [7], outcome)
    loader.load({ page: 2 }, outcome)
    asked[0]?.answer([{ id: 7 }])
    await settle()
    expect(onAnswer).not.toHaveBeenCalled()
  })
})

test('rows that are no records are left out, doubles too', () => {
  expect(readRows([{ id: 1 }, null, 'x', { title: 'no id' }, { id: '1' }, { id: {} }, { id: 2 }])).toEqual([{ id: 1 }, { id: 2 }])
})

test('rows that were left out are told, and what is no list is no empty list', () => {
  const problems: DocumentProblem[] = []
  readRows([null, { id: 1 }, { title: 'no id' }, { id: 1 }], problems)
  expect(problems.map(({ pointer }) => pointer)).toEqual(['/results/0', '/results/2/id', '/results/3/id'])
  for (const results of [{ a: 1 }, null, undefined, 'x']) expect(() => readRows(results)).toThrow(CallFailure)
})
