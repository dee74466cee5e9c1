import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChallengeAnswer } from '#schemas/types/contract.d.ts'
import { keepStep, keptStep, maskName } from '#renderer/session/kept-step.ts'

const step = { challenge: 'c1', method: 'mail', expires_at: '', expires_in: 120, form: {} } as unknown as ChallengeAnswer
const sent: ChallengeAnswer = { ...step, resend: 'login-send-otp' }

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
})

describe('a step of signing in', () => {
  it('is there after a reload, with the seconds that are left, on its own page alone', () => {
    keepStep('otp', { step, askedFor: 's•••@example.com' }, 1000)
    expect(keptStep('otp', 41_000)).toEqual({ step: { ...step, expires_in: 80 }, askedFor: 's•••@example.com' })
    expect(keptStep('password_recovery', 41_000)).toBeNull()
  })

  it('is gone when it is over, unless a new code can be sent', () => {
    keepStep('otp', { step, askedFor: null }, 0)
    expect(keptStep('otp', 120_000)).toBeNull()
    keepStep('otp', { step: sent, askedFor: null }, 0)
    expect(keptStep('otp', 600_000)?.step.expires_in).toBe(0)
    expect(keptStep('otp', 3_600_000)).toBeNull()
  })

  it('is forgotten when it is made or left, and what is unreadable is none', () => {
    keepStep('otp', { step, askedFor: null })
    keepStep('otp', null)
    expect(keptStep('otp')).toBeNull()
    sessionStorage.setItem('pishkhan.step', '{')
    expect(keptStep('otp')).toBeNull()
  })

  it('shows for whom it was asked without the whole name', () => {
    expect(['sara@example.com', '09121234567', 'sara'].map(maskName)).toEqual(['s•••@example.com', '09•••67', 's•••'])
  })
})
