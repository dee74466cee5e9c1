/** Roles of the product. A server with other roles announces its own. */
export const productRoles: readonly string[] = [
  'administrator',
  'developer',
  'content_manager',
  'moderator',
  'editor',
  // eslint-disable-next-line no-restricted-syntax -- the role, not the module of that name
  'accountant',
  'operator',
  'staff',
  'customer',
]
