import { Icon } from '#renderer'
import type { Group } from './field-settings.tsx'
import { columns, switches, type FieldSetting, type Switch } from './settings.ts'
import { useTexts } from './use-texts.ts'

interface FieldLineProps {
  field: FieldSetting
  groups: readonly Group[]
  isFixed: boolean
  isFirst: boolean
  isLast: boolean
  errors?: readonly string[]
  onChange: (part: Partial<FieldSetting>) => void
  onMove: (step: -1 | 1) => void
}

/** The settings of one field. */
export function FieldLine({ field, groups, isFixed, isFirst, isLast, errors, onChange, onMove }: FieldLineProps) {
  const say = useTexts()
  const { key, title, group, can_change: open } = field
  const further = switches.filter((name) => !(columns as readonly string[]).includes(name) && open.includes(name))
  const box = (name: Switch) => (
    <input
      type="checkbox"
      aria-label={say('of_field', { setting: say(name), field: title })}
      checked={field[name]}
      disabled={isFixed || !open.includes(name)}
      onChange={(event) => onChange({ [name]: event.target.checked })}
    />
  )
  return (
    <tr data-field={key} data-off={!field.display || undefined}>
      <th scope="row">
        {title}
        {errors?.map((message) => (
          <p key={message} className="fs-error" role="alert">
            {message}
          </p>
        ))}
      </th>
      {columns.map((name) => (
        <td key={name} data-setting={name}>
          {box(name)}
        </td>
      ))}
      <td>
        <select
          aria-label={say('of_field', { setting: say('group'), field: title })}
          value={group}
          disabled={isFixed}
          onChange={(event) => onChange({ group: event.target.value })}
        >
          {groups.map((each) => (
            <option key={each.value} value={each.value}>
              {each.title}
            </option>
          ))}
        </select>
      </td>
      <td className="fs-order">
        <button
          type="button"
          className="pk-icon-button"
          aria-label={say('up', { field: title })}
          disabled={isFixed || isFirst}
          onClick={() => onMove(-1)}
        >
          <Icon name="arrow-up" size={16} />
        </button>
        <button
          type="button"
          className="pk-icon-button"
          aria-label={say('down', { field: title })}
          disabled={isFixed || isLast}
          onClick={() => onMove(1)}
        >
          <Icon name="arrow-down" size={16} />
        </button>
      </td>
      <td>
        {further.map((name) => (
          <label key={name} className="fs-further">
            {box(name)} {say(name)}
          </label>
        ))}
      </td>
    </tr>
  )
}
