import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const forbid = (regex, message) => ({ regex, message })
const arrows = (files, patterns) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [forbid('^\\.\\./', 'Imports across folders are #folder/…; inside a folder ./'), ...patterns] },
    ],
  },
})

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'data/', 'schemas/types/', 'test-results/', 'coverage/'] },
  ...tseslint.configs.recommended,
  { plugins: { 'react-hooks': hooks }, rules: { ...hooks.configs.recommended.rules } },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      'no-eval': 'error',
      'no-new-func': 'error',
      eqeqeq: ['error', 'smart'],
    },
  },
  arrows(
    ['schemas/**/*.ts'],
    [
      forbid('^#(renderer|widgets|server|app|tests)', 'schemas imports nothing of the project'),
      forbid('^(react|antd|fastify|kysely|pg)($|/)', 'schemas is for browser and Node alike'),
    ],
  ),
  arrows(['renderer/**/*.{ts,tsx}'], [forbid('^#(widgets|server|app|tests)', 'renderer imports schemas only')]),
  arrows(
    ['widgets/**/*.{ts,tsx}'],
    [
      forbid('^#renderer/(?!uploads$)', 'widgets see the public faces of the renderer only'),
      forbid('^#(widgets|server|app|tests)', 'no widget imports a widget'),
    ],
  ),
  arrows(['server-mock/**/*.ts'], [forbid('^#(renderer|widgets|app|tests)', 'the server imports schemas only')]),
  arrows(['app/**/*.{ts,tsx}'], [forbid('^#(server|tests)', 'the panel never imports the server')]),
  {
    files: ['renderer/**/*.{ts,tsx}'],
    ignores: ['renderer/form/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ImportDeclaration[source.value=/^@rjsf/]', message: 'rjsf is imported in form/ only' },
        { selector: "CallExpression[callee.name='fetch']", message: 'renderer/api is the only fetch' },
      ],
    },
  },
  { files: ['renderer/api/**/*.{ts,tsx}'], rules: { 'no-restricted-syntax': 'off' } },
)
