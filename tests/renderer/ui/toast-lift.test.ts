import { describe, expect, it } from 'vitest'
import { liftOver } from '#renderer/ui/toast-lift.ts'

const column = { left: 16, right: 336, height: 60 }
const box = (left: number, right: number, top: number, bottom: number) => ({ left, right, top, bottom })

describe('toasts', () => {
  it('stand at the foot of a window without bars', () => expect(liftOver([], column, 768)).toBe(16))
  it('stand above a bar', () => expect(liftOver([box(0, 1366, 710, 768)], column, 768)).toBe(66))
  it('stand above a bar that lies upon another', () =>
    expect(liftOver([box(0, 390, 700, 740), box(0, 390, 740, 844)], column, 844)).toBe(152))
  it('pass over what lies beside them, or far above', () =>
    expect(liftOver([box(400, 900, 700, 768), box(0, 300, 100, 140)], column, 768)).toBe(16))
  it('stay within the window', () => expect(liftOver([box(0, 390, 10, 200)], column, 200)).toBe(124))
})
