/** Compiled from the contract while the panel is built; see schemas/cli/validators-plugin.ts. */
declare module 'virtual:contract-validators' {
  interface Validate {
    (value: unknown): boolean
    errors?: { instancePath: string; schemaPath: string; keyword: string; message?: string; params: Record<string, unknown> }[] | null
  }
  export const screen: Validate
  export const grid: Validate
  export const form: Validate
  export const modal: Validate
  export const layout: Validate
  export const routes: Validate
}
