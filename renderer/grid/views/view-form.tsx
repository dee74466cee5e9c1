import { useId, useState } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { GridView } from '#schemas/types/contract.d.ts'
import { useRoles } from './use-roles.ts'

interface ViewFormProps {
  title: string
  view?: GridView
  canShare: boolean
  formats: CellFormats
  busy: boolean
  onCancel: () => void
  onSave: (name: string, role: string | null) => void
}

/** The name of a view, and whom it is for. */
export function ViewForm({ title, view, canShare, formats, busy, onCancel, onSave }: ViewFormProps) {
  const { t } = formats
  const [name, setName] = useState(view?.name ?? '')
  const [role, setRole] = useState(view?.role ?? '')
  const nameId = useId()
  const { roles } = useRoles(canShare, formats.locale)
  // The role that it is shared with stays to choose, whatever the list of them says.
  const offered = role === '' || roles.some(({ value }) => value === role) ? roles : [{ value: role, title: role }, ...roles]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (name.trim() !== '') onSave(name.trim(), role === '' ? null : role)
      }}
    >
      <h2 className="grid-popover-title">{title}</h2>
      <label className="grid-view-field" htmlFor={nameId}>
        {t('grid.view_name')}
      </label>
      <input
        id={nameId}
        className="grid-input"
        type="text"
        dir="auto"
        required
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {canShare ? (
        <label className="grid-view-field">
          {t('grid.view_for')}
          <select className="grid-input" value={role} onChange={(event) => setRole(event.target.value)}>
            <option value="">{t('grid.view_for_me')}</option>
            {offered.map(({ value, title: roleTitle }) => (
              <option key={value} value={value}>
                {t('grid.view_for_role', { role: roleTitle })}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <div className="grid-popover-foot">
        <button type="button" className="grid-button" data-plain onClick={onCancel}>
          {t('grid.cancel')}
        </button>
        <button type="submit" className="grid-button" data-color="primary" data-primary disabled={busy || name.trim() === ''}>
          {t('grid.view_save')}
        </button>
      </div>
    </form>
  )
}
