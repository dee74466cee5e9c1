/** A module that extends the product's job seekers. */
export const hiring = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  'module.json': {
    name: 'hiring',
    title: '$hiring',
    version: '1.0.0',
    requires: ['jobs', 'persons'],
    permissions: ['hiring.read', 'hiring.write'],
    grants: { staff: ['hiring.read', 'hiring.write'], operator: ['hiring.read'] },
  },
  'extensions/seeker.json': {
    extends: 'jobs/entities/job_seeker',
    access: { read: 'hiring.read', write: 'hiring.write' },
    properties: {
      hiring__score: { type: ['integer', 'null'], minimum: 0, maximum: 100 },
      hiring__source: { enum: ['site', 'friend', null] },
      hiring__interviewer: { type: ['integer', 'null'], references: 'user' },
    },
  },
  'extensions/list.json': {
    extends: 'jobs/grids/list',
    columns: [{ after: 'status', add: [{ key: 'hiring__score', sortable: true }] }],
    filters: [{ before: 'education', add: ['hiring__source', 'hiring__score'] }],
    tabs: [{ after: 'accepted', add: [{ key: 'friends', title: '$friends', where: { hiring__source: 'friend' }, count: true }] }],
    row: [{ before: 'trash', add: ['rate'] }],
  },
  'extensions/details.json': {
    extends: 'jobs/screens/jobs-seeker-details',
    body: [
      { after: '$group.background', add: [{ details: 'seeker', title: '$hiring', fields: ['hiring__score', 'hiring__source'] }] },
      { before: 'timeline:job_seeker', add: [{ form: 'rating', data: 'seeker', submit: 'save' }] },
    ],
  },
  'extensions/menu.json': {
    extends: 'jobs/module',
    menu: [
      {
        in: 'jobs',
        add: [{ id: 'hiring-friends', label: '$friends', to: 'grid/jobs/job_seeker/list?tab=friends', access: 'hiring.read' }],
      },
    ],
  },
  'forms/rating.json': { entity: 'job_seeker', layout: ['hiring__score', 'hiring__source', 'hiring__interviewer'] },
  'modals/rate.json': {
    id: 'rate',
    title: '$rate',
    body: { entity: 'job_seeker', layout: ['hiring__score'] },
    buttons: [
      {
        id: 'ok',
        title: '$rate',
        action: {
          type: 'call',
          access: 'hiring.write',
          options: { name: 'save', payload: { model: 'job_seeker', id: '{row.id}', version: '{row.version}', data: '{form}' } },
        },
      },
    ],
  },
  'locales/en.json': {
    hiring: 'Hiring',
    friends: 'By friends',
    rate: 'Rate',
    'entities.job_seeker.hiring__score': 'Score',
    'entities.job_seeker.hiring__source': 'Source',
    'entities.job_seeker.hiring__interviewer': 'Interviewer',
    'values.site': 'Our site',
    'values.friend': 'A friend',
  },
  'locales/fa.json': {
    hiring: 'استخدام',
    friends: 'از راه دوستان',
    rate: 'امتیاز',
    'entities.job_seeker.hiring__score': 'نمره',
    'entities.job_seeker.hiring__source': 'منبع',
    'entities.job_seeker.hiring__interviewer': 'مصاحبه‌گر',
    'values.site': 'سایت ما',
    'values.friend': 'یک دوست',
  },
  ...changes,
})
