import { useId, type ReactNode } from 'react'
import {
  badgeColors,
  hasLabel,
  menuFaults,
  menuTypes,
  type MenuItem,
  type MenuLink,
  type MenuType,
} from '#schemas/rules/values/menu-tree.ts'
import { findWidget, useCall, useRoutes, type FieldWidgetProps, type Say } from '#renderer'

interface ItemFormProps {
  field: FieldWidgetProps<MenuItem[]>
  item: MenuItem
  /** Place of the entry in the menu, `0.children.1`. */
  place: string
  say: Say
  onChange: (change: Partial<MenuItem>) => void
}

/** The fields of one entry. */
export function ItemForm({ field, item, place, say, onChange }: ItemFormProps) {
  const isOff = field.disabled || field.readonly
  const own = menuFaults([{ ...item, children: [] }]).map(({ path, key, values }) => ({
    at: path.replace(/^0\.?/, ''),
    text: say(`fault.${key}`, values as Record<string, string>),
  }))
  /** What the server said, else what is wrong now. */
  const faultOf = (name: string): string | undefined =>
    Object.entries(field.errors).find(([path]) => path === `${place}.${name}` || path.startsWith(`${place}.${name}.`))?.[1][0] ??
    own.find(({ at }) => at === name || at.startsWith(`${name}.`))?.text
  const text = (name: 'label' | 'link_text', props: object = {}) => (
    <Field label={say(name)} fault={faultOf(name)}>
      {(id) => (
        <input
          id={id}
          type="text"
          className="pf-input"
          dir="auto"
          value={item[name] ?? ''}
          readOnly={isOff}
          aria-invalid={faultOf(name) !== undefined}
          onChange={(event) => onChange({ [name]: event.target.value })}
          onBlur={field.onBlur}
          {...props}
        />
      )}
    </Field>
  )
  const check = (name: 'target_external' | 'active') => (
    <label className="menu-item-check">
      <input type="checkbox" checked={item[name]} disabled={isOff} onChange={(event) => onChange({ [name]: event.target.checked })} />
      {say(name)}
    </label>
  )
  const isLabelled = hasLabel(item.type)
  return (
    <fieldset className="menu-item" disabled={isOff}>
      <legend className="pk-visually-hidden">{item.label}</legend>
      <Field label={say('type')} fault={faultOf('type')}>
        {(id) => (
          <select id={id} className="pf-input" value={item.type} onChange={(event) => onChange({ type: event.target.value as MenuType })}>
            {menuTypes.map((type) => (
              <option key={type} value={type}>
                {say(`type.${type}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isLabelled && text('label')}
      {isLabelled && <LinkFields link={item.link} say={say} fault={faultOf('link')} onChange={(link) => onChange({ link })} />}
      {isLabelled && text('link_text')}
      {isLabelled && <IconField field={field} item={item} label={say('icon')} onChange={onChange} />}
      {isLabelled && (
        <Field label={say('badge')} fault={faultOf('badge')}>
          {(id) => (
            <span className="menu-item-pair">
              <input
                id={id}
                type="text"
                className="pf-input"
                dir="auto"
                maxLength={40}
                value={item.badge?.title ?? ''}
                onChange={({ target }) =>
                  onChange({ badge: target.value === '' ? null : { title: target.value, color: item.badge?.color ?? 'primary' } })
                }
              />
              <select
                className="pf-input"
                aria-label={say('badge_color')}
                disabled={!item.badge}
                value={item.badge?.color ?? 'primary'}
                onChange={({ target }) => onChange({ badge: { title: item.badge?.title ?? '', color: target.value } })}
              >
                {[...new Set([...badgeColors, ...(item.badge ? [item.badge.color] : [])])].map((color) => (
                  <option key={color} value={color}>
                    {(badgeColors as readonly string[]).includes(color) ? say(`color.${color}`) : color}
                  </option>
                ))}
              </select>
            </span>
          )}
        </Field>
      )}
      <div className="menu-item-checks">
        {isLabelled && check('target_external')}
        {check('active')}
      </div>
    </fieldset>
  )
}

function Field({ label, fault, children }: { label: string; fault?: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="menu-item-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {fault !== undefined && (
        <p className="menu-item-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

/** The icon picker of the panel, if it has one. */
function IconField({ field, item, label, onChange }: Pick<ItemFormProps, 'field' | 'item' | 'onChange'> & { label: string }) {
  const id = useId()
  const widget = findWidget('icon')
  if (widget?.manifest.kind !== 'field') return null
  const Picker = widget.component as React.ComponentType<FieldWidgetProps>
  return (
    <div className="menu-item-field">
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <Picker
        {...field}
        id={id}
        name="icon"
        label={label}
        value={item.icon ?? undefined}
        required={false}
        invalid={false}
        errors={{}}
        schema={{ type: 'string' }}
        props={{}}
        onChange={(icon) => onChange({ icon: typeof icon === 'string' ? icon : null })}
      />
    </div>
  )
}

type Mode = 'none' | 'screen' | 'address'

function LinkFields({
  link,
  say,
  fault,
  onChange,
}: {
  link: MenuLink | null
  say: Say
  fault?: string
  onChange: (link: MenuLink | null) => void
}) {
  const routes = useRoutes((state) => state.routes) ?? []
  const mode: Mode = link === null ? 'none' : typeof link === 'string' ? 'address' : 'screen'
  const target = typeof link === 'object' ? link : null
  const route = routes.find(({ name }) => name === target?.name)
  const screens = useCall<{ value: string; title: string }[]>('combo-dump', target ? { name: 'screens' } : null)
  const titles = new Map(screens.data?.results.map(({ value, title }) => [value, title]))
  const titled = routes.map(({ name, path }) => ({ name, path, title: titles.get(name) ?? name }))
  const names = [...new Set([...(route?.path.match(/:[a-z_]+/g) ?? []).map((one) => one.slice(1)), ...Object.keys(target?.params ?? {})])]
  const query = new URLSearchParams(Object.entries(target?.query ?? {}).map(([key, value]) => [key, String(value)])).toString()
  const begin: Record<Mode, MenuLink | null> = { none: null, address: '/', screen: { name: routes[0]?.name ?? 'dashboard' } }
  return (
    <Field label={say('link')} fault={fault}>
      {(id) => (
        <span className="menu-item-link">
          <select id={id} className="pf-input" value={mode} onChange={({ target: { value } }) => onChange(begin[value as Mode])}>
            {(['none', 'screen', 'address'] as const).map((one) => (
              <option key={one} value={one}>
                {say(`link.${one}`)}
              </option>
            ))}
          </select>
          {typeof link === 'string' && (
            <input
              type="text"
              className="pf-input"
              dir="ltr"
              aria-label={say('link.address')}
              aria-invalid={fault !== undefined}
              value={link}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
          {target && (
            <>
              <select
                className="pf-input"
                aria-label={say('link.screen')}
                value={target.name}
                onChange={(event) => onChange({ name: event.target.value })}
              >
                {!route && <option value={target.name}>{target.name}</option>}
                {titled.map(({ name, path, title }) => (
                  <option key={name} value={name}>{`\u2068${title}\u2069 (\u2066/${path}\u2069)`}</option>
                ))}
              </select>
              {names.map((name) => (
                <input
                  key={name}
                  type="text"
                  className="pf-input"
                  dir="ltr"
                  placeholder={name}
                  aria-label={name}
                  value={String(target.params?.[name] ?? '')}
                  onChange={(event) => onChange({ ...target, params: { ...target.params, [name]: event.target.value } })}
                />
              ))}
              <input
                key={target.name}
                type="text"
                className="pf-input"
                dir="ltr"
                placeholder="tab=all"
                aria-label={say('link.query')}
                defaultValue={query}
                onBlur={(event) => {
                  const { query: _, ...rest } = target
                  const typed = Object.fromEntries(new URLSearchParams(event.target.value))
                  onChange(Object.keys(typed).length > 0 ? { ...rest, query: typed } : rest)
                }}
              />
            </>
          )}
        </span>
      )}
    </Field>
  )
}
