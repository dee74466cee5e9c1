/** Roles of the product; a server that has others says so. */
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
