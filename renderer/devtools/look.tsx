import { productRoles } from '#schemas/rules/product-roles.ts'
import '#renderer/form/form.css'
import { useEffect, type ReactNode } from 'react'
import { showLocale } from '#renderer/locale/translate.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { panelConfig } from '#renderer/session/config.ts'
import { useScheme } from '#renderer/shell/use-scheme.ts'
import { useTexts } from './use-texts.ts'

/** Settings of a preview; those that are left out are the panel's. */
export interface Look {
  dir?: 'ltr' | 'rtl'
  scheme?: 'light' | 'dark'
  width?: number
  role?: string
}

interface PickProps {
  label: string
  value: string
  options: readonly (readonly [value: string, title: string])[]
  onPick: (value: string) => void
}

export function Pick({ label, value, options, onPick }: PickProps) {
  return (
    <label className="dt-pick">
      <span>{label}</span>
      <select className="pf-input" value={value} onChange={(event) => onPick(event.target.value)}>
        {options.map(([key, title]) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Shows the panel in another language, until the page is left; nothing is stored. */
export function LocalePick() {
  const say = useTexts()
  const { locale } = useLocale()
  useEffect(() => () => void showLocale(), [])
  const nameOf = (code: string) => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return (
    <Pick
      label={say('locale')}
      value={locale}
      options={panelConfig.locales.map((code) => [code, nameOf(code)] as const)}
      onPick={(code) => void showLocale(code)}
    />
  )
}

/** Language, direction, colours, width and role. */
export function LookBar({ look, onLook }: { look: Look; onLook: (look: Look) => void }) {
  const say = useTexts()
  const own = say('own')
  return (
    <fieldset className="dt-bar">
      <legend className="pk-visually-hidden">{say('look')}</legend>
      <LocalePick />
      <Pick
        label={say('direction')}
        value={look.dir ?? ''}
        options={[
          ['', own],
          ['rtl', say('rtl')],
          ['ltr', say('ltr')],
        ]}
        onPick={(dir) => onLook({ ...look, dir: (dir || undefined) as Look['dir'] })}
      />
      <Pick
        label={say('scheme')}
        value={look.scheme ?? ''}
        options={[
          ['', own],
          ['light', say('light')],
          ['dark', say('dark')],
        ]}
        onPick={(scheme) => onLook({ ...look, scheme: (scheme || undefined) as Look['scheme'] })}
      />
      <Pick
        label={say('width')}
        value={String(look.width ?? '')}
        options={[['', own], ...[390, 768, 1366].map((width) => [String(width), String(width)] as const)]}
        onPick={(width) => onLook({ ...look, width: width === '' ? undefined : Number(width) })}
      />
      <Pick
        label={say('role')}
        value={look.role ?? ''}
        options={[['', say('own_role')], ...productRoles.map((role) => [role, role] as const)]}
        onPick={(role) => onLook({ ...look, role: role || undefined })}
      />
    </fieldset>
  )
}

/** The place in which something is shown in its look. */
export function Stage({ look, children }: { look: Look; children: ReactNode }) {
  const { dir } = useLocale()
  const scheme = useScheme()
  return (
    <div className="dt-stage-scroll">
      <div
        className="dt-stage"
        dir={look.dir ?? dir}
        data-scheme={look.scheme ?? scheme}
        style={look.width === undefined ? undefined : { inlineSize: look.width }}
      >
        {children}
      </div>
    </div>
  )
}
