// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { FieldWidgetProps } from '#renderer'
import ColorField from '#widgets/color/color.tsx'
import UploadField from '#widgets/upload/upload.tsx'

const given = <Value, Props extends Record<string, unknown>>(
  value: unknown,
  props: Props,
  schema: object,
): FieldWidgetProps<Value, Props> =>
  ({
    id: 'f',
    name: 'f',
    label: 'Look',
    value,
    props,
    schema,
    disabled: false,
    readonly: false,
    required: false,
    invalid: false,
    onChange: () => {},
    onBlur: () => {},
    hold: () => {},
    setFault: () => {},
  }) as unknown as FieldWidgetProps<Value, Props>

const draw = (html: string): HTMLElement => {
  const host = document.createElement('div')
  host.innerHTML = html
  return host
}

describe('an empty field shows the value that is in force', () => {
  const color = (value: string | undefined) =>
    draw(renderToStaticMarkup(<ColorField {...given(value, { default: '#027a79' }, { type: 'string' })} />))
  const upload = (value: string | null) =>
    draw(
      renderToStaticMarkup(
        <UploadField {...given(value, { default: '/logo.svg', max: 1, types: ['png'] }, { type: ['string', 'null'] })} />,
      ),
    )

  it('a colour as swatch and code, called the default', () => {
    const host = color(undefined)
    expect(host.querySelector('#f-default')!.textContent).toBe('#027a79form.default')
    expect(host.querySelector<HTMLElement>('button.pf-swatch')!.style.backgroundColor).toBe('rgb(2, 122, 121)')
    expect(host.querySelector('input')!.getAttribute('aria-describedby')).toContain('f-default')
  })

  it('a picture as picture, called the default', () => {
    const host = upload(null)
    expect(host.querySelector('#f-default img')!.getAttribute('src')).toBe('/logo.svg')
    expect(host.querySelector('#f-default')!.textContent).toBe('form.default')
    expect(host.querySelector('input')!.getAttribute('aria-describedby')).toContain('f-default')
  })

  it('and where something is stored, that alone', () => {
    expect(color('#aa0000').querySelector('#f-default')).toBeNull()
    const host = upload('/files/own.png')
    expect(host.querySelector('#f-default')).toBeNull()
    expect(host.querySelector('img')!.getAttribute('src')).toBe('/files/own.png')
  })
})
