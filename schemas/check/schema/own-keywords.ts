/** Keywords of the product that JSON Schema does not have, and that say nothing about which values are valid. */
export const ownKeywords = [
  'rules',
  'references',
  'rows',
  'edit',
  'from',
  'sequence',
  'slug',
  'computed',
  'currency',
  'frozen_in',
  'private',
  'value',
] as const
