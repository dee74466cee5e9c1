import { RemoteCombobox, useEmptyText, useLocale, type EmptyKind, type FieldWidgetProps } from '#renderer'
import { groupItems, moveItem, readItem, type PickedItem } from './picked-items.ts'

interface MultiPickProps extends Record<string, unknown> {
  endpoint?: string
  combo?: string
  params?: Record<string, unknown>
  search_key?: string
  empty?: EmptyKind
}

/** A list of things picked from a call, under their groups: each once, in an order of their own. */
export default function MultiPickField(field: FieldWidgetProps<unknown[], MultiPickProps>) {
  const { id, label, value, onChange, onBlur, disabled, readonly, required, invalid, describedBy, placeholder, props } = field
  const { t } = useLocale()
  const empty = useEmptyText(props.empty)
  const off = disabled || readonly
  const items = (Array.isArray(value) ? value : []).map(readItem).filter((item) => item !== undefined)
  const source = {
    endpoint: props.endpoint ?? (props.combo === undefined ? 'list' : 'combo-options'),
    params: { ...(props.combo === undefined ? {} : { name: props.combo }), ...props.params },
    search_key: props.search_key ?? (props.combo === undefined ? 'q' : 'search'),
    fields: ['id', 'title', 'group', 'group_title'],
  }
  const byId = new Map(items.map((item) => [String(item.id), item]))

  function keep(next: PickedItem[]): void {
    onChange(next)
    onBlur()
  }
  function move(item: PickedItem, by: 1 | -1): void {
    keep(moveItem(items, item.id, by))
  }
  return (
    <div className="pf-multi-pick">
      <RemoteCombobox
        id={id}
        label={label}
        source={source}
        multiple
        chips={false}
        values={items.map((item) => item.id)}
        known={items.map((item) => ({ value: item.id, title: item.title }))}
        empty={empty}
        disabled={off}
        required={required}
        invalid={invalid}
        describedBy={describedBy}
        placeholder={placeholder}
        onBlur={onBlur}
        onChange={(options) =>
          keep(options.map((option) => byId.get(String(option.value)) ?? readItem(option.row)).filter((item) => item !== undefined))
        }
      />
      {groupItems(items).map((group) => (
        <div key={group.key} role="group" aria-label={group.title ?? label}>
          {group.title !== null && (
            <div className="pf-picked-group">
              <bdi>{group.title}</bdi>
            </div>
          )}
          <ul className="pf-picked" aria-label={t('form.pick.list', { label: group.title ?? label })}>
            {group.items.map((item, index) => (
              <li key={item.id}>
                <span>
                  <bdi>{item.title}</bdi>
                </span>
                {!off && (
                  <button
                    type="button"
                    aria-label={t('form.pick.up', { title: item.title })}
                    disabled={index === 0}
                    onClick={() => move(item, -1)}
                  >
                    ↑
                  </button>
                )}
                {!off && (
                  <button
                    type="button"
                    aria-label={t('form.pick.down', { title: item.title })}
                    disabled={index === group.items.length - 1}
                    onClick={() => move(item, 1)}
                  >
                    ↓
                  </button>
                )}
                {!off && (
                  <button
                    type="button"
                    aria-label={t('form.select.remove', { title: item.title })}
                    onClick={() => {
                      keep(items.filter((one) => one.id !== item.id))
                      document.getElementById(id)?.focus()
                    }}
                  >
                    ×
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
