/** Repairs with parts, whose entity has a timeline. The state field is written by the tests themselves. */
export const workshop = (timeline: unknown = workshopTimeline, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  'module.json': {
    name: 'workshop',
    title: '$workshop',
    version: '1.0.0',
    requires: ['persons'],
    permissions: ['workshop.read', 'workshop.write', 'workshop.comment', 'workshop.staff', 'workshop.prices', 'workshop.parts'],
    grants: {
      staff: ['workshop.read', 'workshop.write', 'workshop.comment', 'workshop.staff', 'workshop.prices', 'workshop.parts'],
      operator: ['workshop.read', 'workshop.comment'],
      content_manager: ['workshop.read'],
    },
  },
  'entities/repair.json': {
    name: 'repair',
    title: '$repair',
    display: '{title}',
    schema: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', rules: 'required|max:200' },
        price: { type: 'string', format: 'decimal' },
        due: { type: ['string', 'null'], format: 'date' },
        report: { type: ['string', 'null'], format: 'html' },
        mechanic: { type: ['integer', 'null'], references: 'user' },
        status: { type: 'string', enum: ['open', 'done'], default: 'open' },
        name: { type: 'string' },
      },
    },
    options: {
      status: [
        { value: 'open', title: '$open', color: 'info' },
        { value: 'done', title: '$done', color: 'success' },
      ],
    },
    storage: { translate: ['name'] },
    access: { read: 'workshop.read', write: 'workshop.write', fields: { price: 'workshop.prices' } },
    ...(timeline === undefined ? {} : { timeline }),
  },
  'entities/part.json': {
    name: 'part',
    title: '$part',
    display: '{title}',
    schema: {
      type: 'object',
      required: ['title', 'repair'],
      properties: {
        title: { type: 'string', rules: 'required|max:200' },
        count: { type: 'integer' },
        repair: { type: 'integer', references: 'repair' },
      },
    },
    storage: { trash: false },
    access: { read: 'workshop.parts', write: 'workshop.parts' },
  },
  'grids/repairs.json': { entity: 'repair', columns: ['title', 'due', 'status'] },
  'locales/en.json': workshopTexts,
  'locales/fa.json': workshopTexts,
  ...changes,
})

export const workshopTimeline = { comments: { write: 'workshop.comment', private: 'workshop.staff', files: true }, with: ['part'] }

const workshopTexts = {
  workshop: 'Workshop',
  repair: 'Repair',
  part: 'Part',
  open: 'Open',
  done: 'Done',
  'entities.repair.title': 'Title',
  'entities.repair.price': 'Price',
  'entities.repair.due': 'Due',
  'entities.repair.report': 'Report',
  'entities.repair.mechanic': 'Mechanic',
  'entities.repair.status': 'Status',
  'entities.repair.name': 'Name',
  'entities.part.title': 'Title',
  'entities.part.count': 'Count',
  'entities.part.repair': 'Repair',
  'transitions.repair.inspect.title': 'Inspected',
  'transitions.repair.finish.done': 'Finished: {from} is now {to}',
}
