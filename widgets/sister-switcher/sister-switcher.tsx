import { noValue } from '#schemas/rules/text/plain-text.ts'
import { PanelLink, useLocale, type BlockWidgetProps } from '#renderer'

interface Sister {
  locale: string
  id?: number | string | null
}
interface SisterSwitcherProps extends Record<string, unknown> {
  sisters?: Sister[]
  /** Locale of the record that is open. */
  locale?: string
  /** Id of the record that a new translation belongs to. */
  source?: number | string
  type?: string
  /** Route names: that of editing takes `type` and `id`, that of creating `type`, `locale` and `sister`. */
  edit?: string
  create?: string
  params?: Record<string, unknown>
}

export default function SisterSwitcher({ props }: BlockWidgetProps<SisterSwitcherProps>) {
  const { locale: own, t } = useLocale()
  const { sisters, locale, source, type, edit, create, params } = props
  if (!Array.isArray(sisters) || sisters.length === 0) return <p className="pf-text">{t('form.blocks.no_data')}</p>
  const names = new Intl.DisplayNames([own], { type: 'language' })
  const shared = { ...(type === undefined ? {} : { type }), ...params }
  return (
    <ul className="pf-sisters" aria-label={t('form.sisters.title')}>
      {sisters.map((sister) => {
        const language = names.of(sister.locale) ?? sister.locale
        const exists = sister.id !== null && sister.id !== undefined
        const to = exists
          ? edit && { name: edit, params: { ...shared, id: sister.id } }
          : create && { name: create, params: { ...shared, locale: sister.locale, ...(source === undefined ? {} : { sister: source }) } }
        return (
          <li key={sister.locale}>
            <span lang={own}>{language}</span>
            {sister.locale === locale ? (
              <span aria-current="true">{t('form.sisters.current')}</span>
            ) : to ? (
              <PanelLink to={to}>{t(exists ? 'form.sisters.edit' : 'form.sisters.create', { language })}</PanelLink>
            ) : (
              <span>{noValue}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
