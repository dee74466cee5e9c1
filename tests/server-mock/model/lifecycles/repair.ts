const states = ['new', 'checking', 'waiting', 'repaired', 'returned', 'cancelled']
const transitions = ['check', 'order_part', 'repair', 'return', 'cancel', 'reopen', 'ping', 'hold', 'release', 'expire', 'finish', 'choose']
const texts = {
  repair: 'Repair',
  ticket: 'Ticket',
  part: 'Part',
  clerk: 'Clerk',
  chief: 'Chief',
  price_missing: 'Say what it costs first.',
  ...Object.fromEntries(states.map((state) => [`status.${state}`, state.toUpperCase()])),
  ...Object.fromEntries(
    ['title', 'price', 'status', 'on_hold', 'expires_at', 'parts_left', 'tracking', 'done_by', 'done_at'].map((name) => [
      `entities.ticket.${name}`,
      name.toUpperCase(),
    ]),
  ),
  ...Object.fromEntries(['title', 'ticket', 'used', 'state'].map((name) => [`entities.part.${name}`, name.toUpperCase()])),
  ...Object.fromEntries(transitions.map((name) => [`transitions.ticket.${name}`, `To ${name}`])),
  'transitions.ticket.cancel': 'Cancel',
  'transitions.ticket.cancel.note': 'Reason',
  'transitions.part.use': 'Use',
}

/** A repair shop: tickets with two lifecycles, parts that follow them. */
export const repair = (change: (ticket: Record<string, never>) => void = () => undefined, more: Record<string, unknown> = {}) => {
  const ticket = {
    name: 'ticket',
    title: '$ticket',
    schema: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', rules: 'required|max:50' },
        price: { type: 'string', format: 'decimal' },
        status: { enum: states },
        on_hold: { type: 'boolean' },
        expires_at: { type: ['string', 'null'], format: 'date-time' },
        parts_left: { type: 'integer', default: 1 },
        tracking: { type: ['string', 'null'], rules: 'max:20' },
        done_by: { type: ['integer', 'null'], references: 'user', readOnly: true },
        done_at: { type: ['string', 'null'], format: 'date-time', readOnly: true },
      },
    },
    options: { status: states.map((value) => ({ value, title: `$status.${value}` })) },
    lifecycle: {
      status: {
        initial: 'new',
        final: ['returned'],
        locks: [
          { in: ['repaired'], fields: ['price'] },
          { in: ['returned'], fields: true, message: 'It is with its owner.' },
        ],
        transitions: {
          check: { from: ['new'], to: 'checking', access: 'repair.work', primary: true },
          order_part: { from: ['checking'], to: 'waiting', access: 'repair.work' },
          repair: {
            from: ['checking', 'waiting'],
            to: 'repaired',
            access: 'repair.work',
            primary: true,
            only_if: [{ is: { properties: { price: { formatExclusiveMinimum: '0' } } }, else: '$price_missing' }],
            set: { done_by: '{session.user.id}', done_at: '{now}' },
            effects: [{ transition: 'use', of: 'part', where: { ticket: '{record.id}' } }],
          },
          return: {
            from: ['repaired'],
            to: 'returned',
            access: 'repair.work',
            primary: true,
            confirm: true,
            form: { fields: ['tracking'], required: ['tracking'] },
            not_by: ['done_by'],
          },
          cancel: {
            from: ['new', 'checking', 'waiting'],
            to: 'cancelled',
            access: [
              { from: ['new', 'checking'], permission: 'repair.work' },
              { from: ['waiting'], permission: 'repair.manage' },
            ],
            note: 'required',
            color: 'danger',
          },
          reopen: { from: ['cancelled'], to: 'new', access: 'repair.manage', note: 'optional' },
          ping: { from: ['waiting'], to: 'waiting', access: 'repair.work' },
          expire: { from: ['new'], to: 'cancelled', after: 'expires_at' },
          finish: { from: ['waiting'], to: 'checking', when: { properties: { parts_left: { const: 0 } } } },
          choose: { from: ['new', 'checking'], to: ['new', 'checking', 'waiting'], access: 'repair.manage' },
        },
      },
      on_hold: {
        initial: false,
        locks: [{ in: [true], transitions: true, except: ['release'] }],
        transitions: {
          hold: { from: [false], to: true, access: 'repair.work' },
          release: { from: [true], to: false, access: 'repair.work' },
        },
      },
    },
    access: { read: 'repair.read', write: 'repair.write' },
  }
  change(ticket as never)
  return {
    'module.json': {
      name: 'repair',
      title: '$repair',
      version: '1.0.0',
      requires: ['persons'],
      permissions: ['repair.read', 'repair.write', 'repair.work', 'repair.manage'],
      roles: { clerk: '$clerk', chief: '$chief' },
      grants: {
        clerk: ['repair.read', 'repair.write', 'repair.work'],
        chief: ['repair.read', 'repair.write', 'repair.work', 'repair.manage'],
      },
    },
    'entities/ticket.json': ticket,
    'entities/part.json': {
      name: 'part',
      title: '$part',
      schema: {
        type: 'object',
        required: ['title', 'ticket'],
        properties: {
          title: { type: 'string', rules: 'required' },
          ticket: { type: 'integer', references: 'ticket' },
          state: { enum: ['here', 'used', 'broken'] },
        },
      },
      lifecycle: {
        state: {
          initial: 'here',
          final: ['used', 'broken'],
          transitions: {
            use: { from: ['here'], to: 'used', access: 'repair.work' },
            break: { title: 'Break', from: ['here'], to: 'broken', access: 'repair.work' },
          },
        },
      },
      options: {
        state: [
          { value: 'here', title: 'Here' },
          { value: 'used', title: 'Used' },
          { value: 'broken', title: 'Broken' },
        ],
      },
      access: { read: 'repair.read', write: 'repair.write' },
    },
    'grids/tickets.json': {
      entity: 'ticket',
      columns: ['title', { key: 'status', cell: 'badge' }],
      tabs: 'status',
      row: ['transitions'],
      bulk: ['transitions'],
    },
    'screens/repair-ticket-view.json': {
      name: 'repair-ticket-view',
      path: 'repair/tickets/:id',
      title: '{ticket.title}',
      access: 'repair.read',
      load: { ticket: { name: 'single', params: { model: 'ticket', id: '{route.id}' } } },
      body: [{ states: 'ticket' }, { details: 'ticket', fields: ['title', 'price'] }, { actions: ['transitions'] }],
    },
    'endpoints.json': {
      endpoints: [
        {
          name: 'repair-ticket-status',
          method: 'POST',
          access: 'repair.work',
          operation: 'transition',
          entity: 'ticket',
          transition: ['cancel', 'reopen'],
          values: { to: '{payload.status}', note: '{payload.description}' },
          payload: { type: 'object', properties: { id: { type: 'integer' }, status: { type: 'string' }, description: { type: 'string' } } },
        },
        {
          name: 'repair-ticket-status-form',
          method: 'GET',
          access: 'repair.work',
          operation: 'transitions',
          entity: 'ticket',
          transition: ['cancel', 'reopen'],
          values: { to: 'status', note: 'description' },
        },
      ],
    },
    'locales/en.json': texts,
    'locales/fa.json': texts,
    ...more,
  }
}
