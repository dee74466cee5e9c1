/**
 * Slug of the help of a page: the name of its route; lists that have no screen of their own share a route and are told apart by their
 * path: `grid-market-campaign-list`.
 */
export function helpSlug(route: string, params: Readonly<Record<string, string>>): string {
  const parts = route === 'grid' ? [route, params.module, params.class, params.part] : [route]
  return parts.join('-').replace(/_/g, '-')
}
