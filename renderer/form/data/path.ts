export * from '#schemas/rules/conditions/form-path.ts'
