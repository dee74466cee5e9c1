import { useMemo, useSyncExternalStore } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { ChartLook } from './chart-spec.ts'

const roles = { default: 'dim', primary: 'accent', success: 'success', warning: 'warning', danger: 'danger', info: 'info' }
const palette = ['accent', 'warning', 'info', 'danger', 'success', 'dim']

function watchScheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-scheme', 'lang', 'style'] })
  return () => observer.disconnect()
}

/** Colours and letters of the page as they are now: a canvas knows no variables. */
export function useLook(): ChartLook {
  const { dir } = useLocale()
  const read = () => {
    const style = getComputedStyle(document.documentElement)
    const names = ['font', 'text', 'dim', 'line', 'raised', ...new Set([...palette, ...Object.values(roles)])]
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--pk-${name}`).trim()])))
  }
  const present = useSyncExternalStore(watchScheme, read)
  return useMemo(() => {
    const of = JSON.parse(present) as Record<string, string>
    return {
      rtl: dir === 'rtl',
      font: of.font!,
      text: of.text!,
      dim: of.dim!,
      line: of.line!,
      surface: of.raised!,
      palette: palette.map((name) => of[name]!),
      roles: Object.fromEntries(Object.entries(roles).map(([role, name]) => [role, of[name]!])),
    }
  }, [present, dir])
}
