import { at, error, expectFound, visitsOf, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkWhere } from '#schemas/check/check-where.ts'
import { kindOf } from '#schemas/check/form/field-kinds.ts'
import { missing } from '#schemas/check/scope.ts'
import { productRoles } from '#schemas/rules/product-roles.ts'
import { groupsOf } from '#schemas/rules/metrics/metric-parts.ts'
import { expectParams } from './check-metric.ts'
import type { DashboardDocumentDue, DashboardDocumentWidget, EntityDocument } from '#schemas/types/contract.d.ts'

/** Checks that widgets of the dashboard draw one thing that is there, for roles that are known, and that what is due has a day. */
export function checkDashboard(document: CheckedDocument): void {
  const { scope } = document
  const names = new Set<string>()
  const claim = (pointer: string, name: string) => {
    if (names.has(name)) error(document, at(pointer, 'name'), `the name "${name}" is already taken by another one of this module`)
    names.add(name)
  }
  for (const { pointer, value: widget } of visitsOf<DashboardDocumentWidget>(document, 'dashboard/widget')) {
    claim(pointer, widget.name)
    const drawn = (['metric', 'list', 'kind'] as const).filter((word) => widget[word] !== undefined)
    if (drawn.length !== 1) error(document, pointer, 'a widget draws one thing: write "metric", "list" or "kind"')
    for (const word of ['trend', 'params'] as const)
      if (widget[word] !== undefined && widget.metric === undefined)
        error(document, at(pointer, word), `"${word}" belongs to a metric, and there is no "metric"`, { atKey: true })
    if (widget.metric !== undefined)
      expectParams(document, { pointer: at(pointer, 'metric'), params: at(pointer, 'params') }, widget.metric, widget.params)
    if (widget.trend !== undefined) checkTrend(document, at(pointer, 'trend'), widget.trend)
    checkRoles(
      document,
      at(pointer, 'roles'),
      Object.keys(widget.roles ?? {}).filter((role) => role !== '*'),
    )
    if (widget.list) {
      const { entity: name, where, sort, fields = [] } = widget.list
      const here = at(pointer, 'list')
      const entity = expectFound(document, at(here, 'entity'), scope.entity(name), `there is no entity "${name}"`)
      if (!entity) continue
      checkWhere(document, at(here, 'where'), where, entity)
      if (sort !== undefined) expectField(document, at(here, 'sort'), entity, sort.replace(/^-/, ''))
      fields.forEach((path, index) => expectField(document, at(here, 'fields', index), entity, path))
    }
  }
  for (const { pointer, value: due } of visitsOf<DashboardDocumentDue>(document, 'dashboard/due')) {
    claim(pointer, due.name)
    const entity = expectFound(document, at(pointer, 'entity'), scope.entity(due.entity), `there is no entity "${due.entity}"`)
    if (!entity) continue
    checkWhere(document, at(pointer, 'where'), due.where, entity)
    const field = expectField(document, at(pointer, 'field'), entity, due.field)
    if (field && kindOf(field) !== 'date')
      error(document, at(pointer, 'field'), `"${due.field}" is no moment and no day, so nothing is due at it`)
  }
}

const expectField = (document: CheckedDocument, pointer: string, entity: EntityDocument, path: string) =>
  expectFound(document, pointer, document.scope.field(entity, path), `there is no field "${path}" in the entity "${entity.name}"`)

function checkTrend(document: CheckedDocument, pointer: string, name: string): void {
  const metric = expectFound(document, pointer, document.scope.metric(name), `there is no metric "${name}"`)
  if (metric && groupsOf(metric)[0]?.by === undefined)
    error(document, pointer, `"${name}" has no periods: a trend is a line over those of a moment`)
}

function checkRoles(document: CheckedDocument, pointer: string, names: readonly string[]): void {
  const { scope } = document
  const declared = [...scope.modules.values()].flatMap(({ module }) => Object.keys(module.roles ?? {}))
  const roles = [...new Set([...(scope.context.roles ?? productRoles), ...declared])]
  for (const role of names)
    if (!roles.includes(role))
      error(document, at(pointer, role), `there is no role "${role}" among those that are known`, { ...missing(role, roles), atKey: true })
}
