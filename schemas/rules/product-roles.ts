/** Roles of the product. A server with other roles announces its own. */
export const productRoles: readonly string[] = [
  'administrator',
  'developer',
  'content_manager',
  'moderator',
  'editor',
  'accountant',
  'operator',
  'staff',
  'customer',
]
