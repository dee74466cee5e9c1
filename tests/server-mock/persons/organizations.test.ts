import { companyCheckDigit } from '#schemas/rules/values/identifiers.ts'
import { describe, expect, it } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

interface Item {
  status: number
  status_title: string
  description: string
  date: string
  note: string | null
}

/** One of its own for each name. */
const companyId = (name: string): string => {
  const ten = String(1_500_000_000 + ([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 99_999_999))
  return `${ten}${companyCheckDigit(ten)}`
}

describe('organizations', () => {
  const { server, tokens } = sharedServer(['staff', 'operator', 'customer', 'administrator'])
  const staff = () => ({ token: tokens.staff, headers: { 'x-locale': 'en' } })
  const ten = (name: string) => ({
    organization_name: name,
    organization_type: 'private',
    organization_registered_no: '482710',
    organization_registered_at: '2019-05-04',
    economical_code: '411122233344',
    ceo_phone_number: '+982188776655',
    activity_field: 'apparel',
    organization_username: name.toLowerCase(),
    official_newspaper: '21450 - 1398/02/14',
    unique_id: companyId(name),
  })
  const create = async (name: string) => {
    const { status, body } = await server.post('save', { model: 'organization', data: ten(name) }, staff())
    expect(status, JSON.stringify(body.errors)).toBe(200)
    return body.results.id as number
  }
  it('have identifiers of digits, which are Latin however they were typed, and one company has each', async () => {
    const save = (data: object) => server.post('save', { model: 'organization', data }, staff())
    const persian = (text: string) => text.replace(/[0-9]/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!)
    const fields = ['organization_registered_no', 'economical_code', 'unique_id', 'ceo_phone_number'] as const
    const typed = ten('Persian')
    const { body } = await save({ ...typed, ...Object.fromEntries(fields.map((field) => [field, persian(typed[field])])) })
    const stored = (await server.get('single', { model: 'organization', id: body.results.id }, staff())).body.results
    expect(stored).toMatchObject(typed)
    const again = await save({ ...ten('Latin'), unique_id: typed.unique_id })
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['unique_id']])
    const wrong = { organization_registered_no: 'n1', economical_code: 'zzz', unique_id: 'abc' }
    const refused = await save({ ...ten('Wrong'), ...wrong })
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, Object.keys(wrong).sort()])
    for (const economical_code of ['4111222333', '411122233344455'])
      expect(Object.keys((await save({ ...ten('Short'), economical_code })).body.errors)).toEqual(['economical_code'])
  })

  const timeline = async (id: number) => (await server.get('organization-verify-timeline', { id }, staff())).body

  it('keep the ten fields under their names, and offer two types and two fields of activity', async () => {
    const id = await create('Zenith')
    const { body } = await server.get('single', { model: 'organization', id }, staff())
    expect(body.results).toMatchObject({ ...ten('Zenith'), verified: null })
    const refused = await server.post(
      'save',
      { model: 'organization', id, data: { organization_type: 'charity', activity_field: 'food' } },
      staff(),
    )
    expect(Object.keys(refused.body.errors)).toEqual(['organization_type', 'activity_field'])
  })

  it('are listed for staff and refused to customers', async () => {
    const { body } = await server.get('organizations-grid', { page_size: 20 }, staff())
    expect(body.metadata.grid.columns[0].key).toBe('organization_name')
    expect(body.results).toHaveLength(20)
    for (const [name, params] of [
      ['organizations-grid', {}],
      ['organization-verify-timeline', { id: 1 }],
      ['organization-users', { organization_id: 1 }],
      ['organization-user-search', { search: 'ali' }],
    ] as const)
      expect((await server.get(name, params, { token: tokens.customer })).status, name).toBe(403)
  })

  it('are confirmed and rejected, with a reason for rejecting, and the timeline tells both', async () => {
    const id = await create('Meridian')
    const verify = (payload: object) => server.post('organization-verify', { id, ...payload }, staff())
    expect((await verify({ status: 0 })).body.errors).toHaveProperty('description')
    expect((await verify({ status: 1 })).body.results.verified).toBe(1)
    expect((await verify({ status: 1 })).status).toBe(422)
    expect((await verify({ status: 0, description: 'The registration has expired.' })).body.results.verified).toBe(0)
    const { results, metadata } = await timeline(id)
    expect(metadata).toMatchObject({ status: 0, status_title: 'Rejected' })
    expect(results).toMatchObject([
      {
        status: 0,
        status_title: 'Rejected',
        description: 'Verification status changed from Confirmed to Rejected',
        note: 'The registration has expired.',
        date: expect.stringMatching(/Z$/),
      },
      { status: 1, status_title: 'Confirmed', description: 'Verification status changed from Not verified yet to Confirmed' },
    ])
  })

  it('are called not verified until somebody looks at them', async () => {
    const id = await create('Aurora')
    expect(await timeline(id)).toMatchObject({ results: [], metadata: { status: null, status_title: 'Not verified yet' } })
    const { body } = await server.get('organizations-grid', { ids: String(id) }, staff())
    const column = body.metadata.grid.columns.find(({ key }: { key: string }) => key === 'verified')
    expect(column.options).toContainEqual({ value: null, title: 'Not verified yet', color: 'default' })
    const filter = body.metadata.grid.filters.find(({ key }: { key: string }) => key === 'verified')
    expect(filter.options.map(({ value }: { value: unknown }) => value)).toEqual([1, 0])
  })

  it.each([{}, { status: null }, { description: 'No gazette.' }])('keep their status when %j names none', async (payload) => {
    const { id, verified } = (await server.get('organizations-grid', { page_size: 1, sort: 'created_at', order: 'asc' }, staff())).body
      .results[0]
    expect(verified).toBe(1)
    const { status, body } = await server.post('organization-verify', { id, ...payload }, staff())
    expect([status, body.errors]).toEqual([422, { status: [expect.any(String)] }])
  })

  it('tell what is wrong with a verification at the fields of its form, by their titles', async () => {
    const id = await create('Equinox')
    const verify = (payload: object) => server.post('organization-verify', { id, ...payload }, staff())
    expect((await verify({ status: 0 })).body.errors).toEqual({ description: ['Reason for rejection is required.'] })
    expect((await verify({ status: 2 })).body.errors).toEqual({ status: ['Status must be one of the listed values.'] })
    const [first, second] = await Promise.all([verify({ status: 1 }), verify({ status: 1 })])
    expect([first.status, second.status].sort()).toEqual([200, 422])
    expect(Object.keys((first.status === 422 ? first : second).body.errors)).toEqual(['status'])
    const { body } = await server.get('organization-verify-form', { id }, staff())
    expect(body.metadata.form.ui.description.title).toBe('Reason for rejection')
  })

  it('offer both statuses at first, and then the other one, with a reason for rejecting alone', async () => {
    const id = await create('Solstice')
    const form = async () => (await server.get('organization-verify-form', { id }, staff())).body.metadata.form
    const offered = async () => (await form()).ui.status.options.map(({ value }: { value: number }) => value)
    expect((await offered()).sort()).toEqual([0, 1])
    expect((await form()).ui.description.visible).toEqual({ properties: { status: { enum: [0] } } })
    await server.post('organization-verify', { id, status: 1 }, staff())
    expect(await offered()).toEqual([0])
    await server.post('organization-verify', { id, status: 0, description: 'No gazette.' }, staff())
    expect(await offered()).toEqual([1])
  })

  it('write their status by verification alone', async () => {
    const id = await create('Backdoor')
    expect((await server.post('save', { model: 'organization', id, data: { verified: 1 } }, staff())).status).toBe(422)
  })

  it('find users by name, username and email, never by numbers that the caller may not read', async () => {
    const { body: user } = await server.get('list', { model: 'user', where: 'username:is(ali.rezaei)' }, { token: tokens.administrator })
    const { mobile, code_melli: nationalCode } = user.results[0]
    const found = async (search: string) =>
      (await server.get('organization-user-search', { search }, staff())).body.results.map(({ email }: { email: string }) => email)
    for (const number of [mobile, mobile.slice(-7), nationalCode, nationalCode.slice(0, 5)]) expect(await found(number)).toEqual([])
    for (const text of ['ali.rezaei@example', 'رضایی علی', 'علي ALI.REZ']) expect(await found(text)).toEqual(['ali.rezaei@example.com'])
  })

  it('have users, who are found, added once and removed', async () => {
    const id = await create('Harbour')
    const { body: found } = await server.get('organization-user-search', { search: 'ali' }, staff())
    const user = found.results.find(({ email }: { email: string }) => email === 'ali.rezaei@example.com')
    expect(Object.keys(user).sort()).toEqual(['email', 'id', 'name_full'])
    const add = () => server.post('organization-user-add', { organization_id: id, id: user.id }, staff())
    expect((await add()).body.metadata.added_user).toEqual(user)
    expect((await add()).body.errors).toHaveProperty('id')
    expect((await server.get('organization-users', { organization_id: id }, staff())).body.results).toEqual([
      { ...user, roles: [], blocked: false },
    ])
    expect((await server.post('organization-user-add', { organization_id: id, id: 999_999 }, staff())).body.errors).toHaveProperty('id')
    const canEdit = async (token?: string) =>
      (await server.get('organization-users', { organization_id: id }, { token })).body.metadata.can_edit
    expect([await canEdit(tokens.staff), await canEdit(tokens.operator)]).toEqual([true, false])
    const remove = () => server.delete('organization-user-remove', { organization_id: id, id: user.id }, staff())
    expect((await remove()).status).toBe(200)
    expect((await server.get('organization-users', { organization_id: id }, staff())).body.results).toEqual([])
    expect((await remove()).status).toBe(404)
  })

  it('have a history in the demo that agrees with their status', async () => {
    const { results, metadata } = await timeline(1)
    expect(metadata.status).toBe(1)
    expect(results.map(({ status }: Item) => status)).toEqual([1, 0])
    expect(results[1].note).not.toBeNull()
  })
})
