import { fieldLabel, findEntity } from '#server/documents/entity-field.ts'
import { isAllowed } from '#server/caller.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { AnswerOf, CallContext, CallOf, Handler } from '#server/feature.ts'
import { findModel, mayFindNames, trusted } from '#server/model/context.ts'
import { listNames } from '#server/model/list/list-names.ts'
import { queryList } from '#server/model/list/list-query.ts'
import { isOff } from './fields/is-off.ts'
import { recordResults } from '#server/model/record-results.ts'
import { readRecords } from '#server/model/read.ts'

/** Fields of every row of a user search. */
const ownFields = ['name_full', 'username', 'code_melli', 'mobile', 'email', 'id'] as const
/** Further fields that a form may request. */
const attributes: readonly string[] = ['first_name', 'last_name', 'postal_code', 'gender', 'birthday', 'roles', 'blocked']

/**
 * Users whose name, username, email, mobile or national code holds every word of `search` (or `q`), with the role `slug` when one
 * is named. `form_attributes` are further fields that the asking form wants; `metadata.resources` titles each field of the rows.
 */
export const userSearch: Handler<'user-search'> = async (context) => {
  const { q, search = q, slug, form_attributes: requested, ...paging } = context.params
  if (!isAllowed(context.caller, 'persons.read')) return searchNames(context)
  const further = attributesOf(context, requested)
  if (slug !== undefined && slug !== '') await requireRole(context, slug)
  const entity = findModel(context, 'user')
  const page = await queryList(
    context,
    entity,
    {
      sortable: new Map(),
      defaultSort: 'name_full',
      filters: new Map(),
      params: new Map([['slug', 'roles']]),
      tabs: [],
      pageSize: 20,
      search: true,
      ignored: new Set(),
    },
    { ...paging, ...(search ? { q: search } : {}), ...(slug ? { slug } : {}) },
    trusted,
  )
  const names = [...ownFields, ...further.filter((name) => !isOff(context.registry, name))]
  const userRecords = await readRecords(context, entity, page.ids, { ...trusted, paths: names })
  const owned = findEntity(context.registry, 'user')!
  const expansion = { registry: context.registry, reader: context.caller, module: owned.module }
  return {
    results: userRecords.map(({ record }) =>
      recordResults(Object.fromEntries(names.map((name) => [name, isOff(context.registry, name) ? null : (record[name] ?? null)]))),
    ),
    metadata: { resources: names.map((name) => ({ name, title: fieldLabel(expansion, owned, name) })), pagination: page.pagination },
  }
}

/** The same for somebody who may not read users: found by their names, and told with nothing else. @throws `permission-denied` */
async function searchNames(context: CallOf<'user-search'>): Promise<AnswerOf<'user-search'>> {
  const { search, slug, form_attributes: requested, ...paging } = context.params
  const entity = findModel(context, 'user')
  if (!mayFindNames(context, entity) || requested) throw new ApiError('permission-denied')
  if (slug) await requireRole(context, slug)
  const query = { ...paging, ...(search ? { q: search } : {}), ...(slug ? { slug } : {}) }
  const { results, metadata } = await listNames(context, entity, query, new Map([['slug', 'roles']]))
  const owned = findEntity(context.registry, 'user')!
  const expansion = { registry: context.registry, reader: context.caller, module: owned.module }
  return {
    results: results.map(({ id, title }) => recordResults({ id, name_full: title })),
    metadata: { ...metadata, resources: ['name_full', 'id'].map((name) => ({ name, title: fieldLabel(expansion, owned, name) })) },
  }
}

function attributesOf({ registry, caller }: CallContext, fieldList: string | undefined): string[] {
  const wanted = [
    ...new Set(
      (fieldList ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ].filter((name) => !(ownFields as readonly string[]).includes(name))
  const unknown = wanted.filter((name) => !attributes.includes(name))
  if (unknown.length > 0)
    throw validationError({
      form_attributes: [
        registry.message('persons', caller.locale, 'attribute_unknown', {
          names: unknown.join(', ').slice(0, 80),
          allowed: [...ownFields, ...attributes].join(', '),
        }),
      ],
    })
  return wanted
}

async function requireRole({ trx, registry, caller }: CallContext, slug: string) {
  const role = await trx.selectFrom('data.role').select('id').where('slug', '=', slug).where('deleted_at', 'is', null).executeTakeFirst()
  if (!role) throw validationError({ slug: [registry.message('persons', caller.locale, 'role_unknown', { slug })] })
}
