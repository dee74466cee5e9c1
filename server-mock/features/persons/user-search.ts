import { fieldLabel, findEntity } from '#server/documents/entity-field.ts'
import { isAllowed } from '#server/caller.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { Answer, CallContext, Handler } from '#server/feature.ts'
import { findModel, mayFindNames } from '#server/model/context.ts'
import { listNames } from '#server/model/list-names.ts'
import { queryList } from '#server/model/list-query.ts'
import { readRecords } from '#server/model/read.ts'

/** What a row of a user search always holds. */
const ownFields = ['name_full', 'username', 'code_melli', 'mobile', 'email', 'id'] as const
/** What a form may ask for beside it. */
const attributes: readonly string[] = ['first_name', 'last_name', 'postal_code', 'gender', 'birthday', 'roles', 'blocked']

/** For whoever may read users; others find names. */
const trusted = { trusted: true }

/**
 * Users whose name, username, email, mobile or national code holds every word of `search` (or `q`), with the role `slug` when one
 * is named. `form_attributes` are further fields that the asking form wants; `metadata.resources` titles each field of the rows.
 */
export const userSearch: Handler = async (context) => {
  const {
    q,
    search = q,
    slug,
    form_attributes: asked,
    fields: _,
    ...paging
  } = context.params as { q?: string; search?: string; slug?: string; form_attributes?: string; fields?: string }
  if (!isAllowed(context.caller, 'persons.read')) return searchNames(context)
  const further = attributesOf(context, asked)
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
  const names = [...ownFields, ...further]
  const found = await readRecords(context, entity, page.ids, { ...trusted, paths: names })
  const owned = findEntity(context.registry, 'user')!
  const expansion = { registry: context.registry, reader: context.caller, module: owned.module }
  return {
    results: found.map(({ record }) => Object.fromEntries(names.map((name) => [name, record[name] ?? null]))),
    metadata: { resources: names.map((name) => ({ name, title: fieldLabel(expansion, owned, name) })), pagination: page.pagination },
  }
}

/** The same for somebody who may not read users: found by their names, and told with nothing else. @throws `permission-denied` */
async function searchNames(context: CallContext): Promise<Answer> {
  const { search, slug, form_attributes: asked, fields: _, ...paging } = context.params as Record<string, string | undefined>
  const entity = findModel(context, 'user')
  if (!mayFindNames(context, entity) || asked) throw new ApiError('permission-denied')
  if (slug) await requireRole(context, slug)
  const query = { ...paging, ...(search ? { q: search } : {}), ...(slug ? { slug } : {}) }
  const { results, metadata } = await listNames(context, entity, query, new Map([['slug', 'roles']]))
  const owned = findEntity(context.registry, 'user')!
  const expansion = { registry: context.registry, reader: context.caller, module: owned.module }
  return {
    results: results.map(({ id, title }) => ({ id, name_full: title })),
    metadata: { ...metadata, resources: ['name_full', 'id'].map((name) => ({ name, title: fieldLabel(expansion, owned, name) })) },
  }
}

function attributesOf({ registry, caller }: CallContext, asked: string | undefined): string[] {
  const wanted = [
    ...new Set(
      (asked ?? '')
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
