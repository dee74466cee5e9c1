// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailure } from '#renderer/api/call-failure.ts'
import { endOnFailure, holdLeaving, loginPath } from '#renderer/api/end-on-failure.ts'
import { SignInButton } from '#renderer/dialog/sign-in-button.tsx'
import { isSignedIn, setAuth } from '#renderer/session/session.ts'
import { setNavigator } from '#renderer/ui/navigator.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const expired = new CallFailure('single', 401, { errorCode: 'endpoint-401' })
const gone: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  gone.length = 0
  setNavigator((to: string) => void gone.push(to))
  setAuth({ token: 'token' })
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

describe('an answer that ends the session', () => {
  it('leads to the sign-in after a second', () => {
    endOnFailure(expired, 'token')
    vi.advanceTimersByTime(900)
    expect([gone, isSignedIn()]).toEqual([[], true])
    vi.advanceTimersByTime(200)
    expect([gone, isSignedIn()]).toEqual([[loginPath], false])
  })

  it('leaves the page as it is while a dialog says so, until the reader goes on, whatever else is refused meanwhile', () => {
    endOnFailure(expired, 'token')
    const goOn = holdLeaving()
    endOnFailure(expired, 'token')
    vi.advanceTimersByTime(60_000)
    expect([gone, isSignedIn()]).toEqual([[], true])
    goOn()
    expect([gone, isSignedIn()]).toEqual([[loginPath], false])
    goOn()
    expect(gone).toEqual([loginPath])
  })

  it.each([
    ['its button is pressed', (host: HTMLElement) => host.querySelector('button')!.click()],
    ['it is closed', (_: HTMLElement, close: () => void) => close()],
  ])('the dialog leads on when %s', (_, how) => {
    const host = document.createElement('div')
    const root = createRoot(host)
    endOnFailure(expired, 'token')
    act(() => root.render(<SignInButton />))
    vi.advanceTimersByTime(60_000)
    expect(gone).toEqual([])
    act(() => how(host, () => root.unmount()))
    expect(gone).toEqual([loginPath])
  })

  it('a dialog holds nothing where no session has ended', () => {
    holdLeaving()()
    expect([gone, isSignedIn()]).toEqual([[], true])
  })
})
