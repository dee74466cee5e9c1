import { describe, expect, it } from 'vitest'
import { buttonClass, mainButton } from '#renderer/ui/button-class.ts'

describe('a row of buttons has one that is filled', () => {
  it('the main one, whatever its colour', () => {
    expect([undefined, 'default', 'primary', 'danger'].map((color) => buttonClass(color, true))).toEqual([
      'pk-button pk-button-primary',
      'pk-button pk-button-primary',
      'pk-button pk-button-primary',
      'pk-button pk-button-danger',
    ])
  })

  it('and no other, whose letters have its colour', () => {
    expect([undefined, 'default', 'primary', 'success', 'danger'].map((color) => buttonClass(color, false))).toEqual([
      'pk-button',
      'pk-button',
      'pk-button',
      'pk-button pk-success',
      'pk-button pk-danger',
    ])
  })

  it('of a dialog: the one in the accent, else one with a colour, else the first that acts', () => {
    const of = (...buttons: { id: string; color?: string; action?: object }[]) => mainButton(buttons, ({ color }) => color)?.id
    const [cancel, act] = [{ id: 'cancel' }, { id: 'act', action: {} }]
    expect(of(cancel, { id: 'delete', color: 'danger', action: {} }, { id: 'save', color: 'primary', action: {} })).toBe('save')
    expect(of(cancel, act, { id: 'delete', color: 'danger', action: {} })).toBe('delete')
    expect(of(cancel, act)).toBe('act')
    expect(of(cancel)).toBeUndefined()
  })
})
