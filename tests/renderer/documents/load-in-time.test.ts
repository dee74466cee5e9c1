import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CodeTimeout, codeTimeoutMs, inTime } from '#renderer/documents/load-in-time.ts'

describe('code that is on its way', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('fails after 120 s, and not before', async () => {
    const failed = vi.fn()
    inTime(new Promise(() => undefined)).catch(failed)
    await vi.advanceTimersByTimeAsync(codeTimeoutMs - 1)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed.mock.lastCall?.[0]).toBeInstanceOf(CodeTimeout)
    expect(codeTimeoutMs).toBe(120_000)
  })

  it('is handed over when it arrives, and its failure told as it is', async () => {
    await expect(inTime(Promise.resolve('code'))).resolves.toBe('code')
    await expect(inTime(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(vi.getTimerCount()).toBe(0)
  })
})
