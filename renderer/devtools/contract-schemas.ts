import action from '#schemas/documents/action.json'
import common from '#schemas/documents/common.json'
import entity from '#schemas/documents/entity.json'
import extension from '#schemas/documents/extension.json'
import form from '#schemas/documents/form.json'
import grid from '#schemas/documents/grid.json'
import layout from '#schemas/documents/layout.json'
import ledger from '#schemas/documents/ledger.json'
import metric from '#schemas/documents/metric.json'
import notification from '#schemas/documents/notification.json'
import modal from '#schemas/documents/modal.json'
import screen from '#schemas/documents/screen.json'

export type SchemaNode = Record<string, unknown>

/** The contract's schemas by file name, as their references call each other. */
export const contractSchemas: Readonly<Record<string, SchemaNode>> = {
  'action.json': action,
  'common.json': common,
  'entity.json': entity,
  'extension.json': extension,
  'form.json': form,
  'grid.json': grid,
  'layout.json': layout,
  'ledger.json': ledger,
  'metric.json': metric,
  'notification.json': notification,
  'modal.json': modal,
  'screen.json': screen,
}
