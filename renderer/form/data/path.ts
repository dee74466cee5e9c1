export * from '#schemas/rules/form-path.ts'
