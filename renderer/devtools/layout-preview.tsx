import { productRoles } from '#schemas/rules/product-roles.ts'
import './devtools.css'
import { useEffect, useState } from 'react'
import type { LayoutAnswer } from '#schemas/types/contract.d.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { callNamed } from '#renderer/api/call.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { showLocale } from '#renderer/locale/translate.ts'
import { useRoutes } from '#renderer/routing/route-store.ts'
import { ErrorLayout } from '#renderer/shell/error-layout.tsx'
import { AuthFrame } from '#renderer/shell/auth-layout.tsx'
import { previewLayout, resetLayoutPreview, useLayout } from '#renderer/routing/use-layout.ts'
import { previewScheme, useScheme } from '#renderer/shell/use-scheme.ts'
import { LocalePick, Pick, Stage } from './look.tsx'
import { useTexts } from './use-texts.ts'
import type { Trial } from './use-trial.ts'

const flags = ['navbar', 'search', 'create_button', 'profile', 'sidebar', 'footer'] as const
const widths = [390, 768, 1366] as const
const windowHeight = 844

interface Settings {
  role: string
  site: string
  footer: string
  off: readonly string[]
  dir: '' | 'ltr' | 'rtl'
}
const unchanged: Settings = { role: '', site: '', footer: '', off: [], dir: '' }

/** The frame of the panel in other settings, at once and for this page only: nothing is saved, and leaving puts all back. */
export default function LayoutPreview() {
  const say = useTexts()
  const { locale, dir } = useLocale()
  const scheme = useScheme()
  const { layout } = useLayout()
  const [settings, setSettings] = useState<Settings>(unchanged)
  const [ofRole, setOfRole] = useState<{ role: string; layout: LayoutAnswer } | null>(null)
  const [failure, setFailure] = useState('')
  const [shape, setShape] = useState<'default' | 'auth' | 'error'>('default')
  const set = (part: Partial<Settings>) => setSettings((before) => ({ ...before, ...part }))

  useEffect(() => {
    const { role } = settings
    if (role === '') return
    let over = false
    callNamed<Trial>('publish-try', { payload: { module: 'panel', path: 'layout.json', role }, background: true }).then(
      ({ results }) => {
        if (!over) {
          setFailure('')
          setOfRole(results.answer ? { role, layout: results.answer as unknown as LayoutAnswer } : null)
        }
      },
      (error: unknown) => {
        if (!over) setFailure(asFailure(error).userMessage)
      },
    )
    return () => {
      over = true
    }
  }, [settings, locale])

  useEffect(() => {
    if (settings === unchanged) return resetLayoutPreview()
    const base: Partial<LayoutAnswer> = settings.role !== '' && ofRole?.role === settings.role ? ofRole.layout : {}
    previewLayout({
      ...base,
      ...(settings.site && {
        navbar: { left: [], right: [], ...base.navbar, brand: { name: settings.site, logo: null } } as LayoutAnswer['navbar'],
      }),
      ...(settings.footer && { footer: settings.footer }),
      flags: { ...base.flags, ...Object.fromEntries(settings.off.map((flag) => [flag, false])) } as LayoutAnswer['flags'],
    })
  }, [settings, ofRole])
  useEffect(() => {
    if (settings.dir === '') return
    document.documentElement.dir = settings.dir
    return () => {
      document.documentElement.dir = dir
    }
  }, [settings.dir, dir])
  useEffect(
    () => () => {
      resetLayoutPreview()
      previewScheme(null)
    },
    [],
  )

  const reset = () => {
    setSettings(unchanged)
    setShape('default')
    previewScheme(null)
    void showLocale()
  }
  return (
    <div className="dt">
      <p className="pf-notice" data-tone="info" role="note">
        {say('preview_note')}
      </p>
      <div className="dt-bar">
        <LocalePick />
        <Pick
          label={say('direction')}
          value={settings.dir}
          options={[
            ['', say('own')],
            ['rtl', say('rtl')],
            ['ltr', say('ltr')],
          ]}
          onPick={(one) => set({ dir: one as Settings['dir'] })}
        />
        <Pick
          label={say('scheme')}
          value={scheme}
          options={[
            ['light', say('light')],
            ['dark', say('dark')],
          ]}
          onPick={(one) => previewScheme(one as 'light' | 'dark')}
        />
        <Pick
          label={say('role')}
          value={settings.role}
          options={[['', say('own_role')], ...productRoles.map((role) => [role, role] as const)]}
          onPick={(role) => set({ role })}
        />
        <Pick
          label={say('layout')}
          value={shape}
          options={(['default', 'auth', 'error'] as const).map((one) => [one, say(`layout.${one}`)] as const)}
          onPick={(one) => setShape(one as typeof shape)}
        />
        <label className="dt-pick">
          <span>{say('site')}</span>
          <input
            className="pf-input"
            dir="auto"
            value={settings.site}
            placeholder={layout?.navbar.brand?.name ?? ''}
            onChange={(event) => set({ site: event.target.value })}
          />
        </label>
        <label className="dt-pick">
          <span>{say('footer')}</span>
          <input
            className="pf-input"
            dir="auto"
            value={settings.footer}
            placeholder={layout?.footer ?? ''}
            onChange={(event) => set({ footer: event.target.value })}
          />
        </label>
        <span className="dt-buttons">
          <button type="button" className="pk-button" onClick={reset}>
            {say('reset')}
          </button>
        </span>
      </div>
      <fieldset className="dt-bar">
        <legend className="dt-kind">{say('shown_parts')}</legend>
        {flags.map((flag) => (
          <label key={flag} className="dt-check">
            <input
              type="checkbox"
              checked={!settings.off.includes(flag)}
              onChange={(event) =>
                set({ off: event.target.checked ? settings.off.filter((one) => one !== flag) : [...settings.off, flag] })
              }
            />{' '}
            {say(`flag.${flag}`)}
          </label>
        ))}
      </fieldset>
      {failure && (
        <p className="pf-notice" data-tone="danger" role="alert">
          {failure}
        </p>
      )}
      {shape !== 'default' && (
        <Stage look={{}}>
          <div className="dt-frame" inert>
            {shape === 'auth' ? (
              <AuthFrame>
                <h1>{say('layout.auth')}</h1>
                <p>{say('layout_text')}</p>
              </AuthFrame>
            ) : (
              <ErrorLayout>
                <div className="pk-message-page">
                  <h1>{say('layout.error')}</h1>
                  <p>{say('layout_text')}</p>
                </div>
              </ErrorLayout>
            )}
          </div>
        </Stage>
      )}
      <PageWindows />
    </div>
  )
}

/** Opens any page in a window of a chosen width. */
function PageWindows() {
  const say = useTexts()
  const routes = useRoutes((state) => state.routes)
  const [path, setPath] = useState('')
  const fixed = (routes ?? [])
    .filter((route) => !route.path.includes(':'))
    .map((route) => `/${route.path}`)
    .sort()
  const target = path.startsWith('/') && !path.startsWith('//') ? path : `/${path.replace(/^\/+/, '')}`
  return (
    <section className="dt-section" aria-label={say('page_windows')}>
      <h2>{say('page_windows')}</h2>
      <div className="dt-bar">
        <label className="dt-pick">
          <span>{say('page')}</span>
          <input
            className="pf-input"
            dir="ltr"
            list="dt-paths"
            placeholder="/"
            value={path}
            onChange={(event) => setPath(event.target.value)}
          />
        </label>
        <datalist id="dt-paths">
          {fixed.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        {widths.map((width) => (
          <button
            key={width}
            type="button"
            className="pk-button"
            onClick={() => window.open(target, `pishkhan-${width}`, `popup,width=${width},height=${windowHeight}`)}
          >
            {say('open_at', { width })}
          </button>
        ))}
      </div>
    </section>
  )
}
