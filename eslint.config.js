import { readdirSync, readFileSync } from 'node:fs'
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

/** A widget imports the public faces of the renderer and what lies in its own folder. */
const widgetSees = (forbidden) => [
  forbid('^#renderer/(?!uploads$)', 'widgets see the public faces of the renderer only'),
  forbid(forbidden, 'no widget imports a widget'),
]

/** Folders of the renderer, lowest first: each uses only those before it. What has to go the other way is handed in. */
const rendererRooms = [
  'session',
  'locale',
  'ui',
  'api',
  'documents',
  'registry',
  'routing',
  'account',
  'dialog',
  'tasks',
  'action',
  'form',
  'grid',
  'timeline',
  'metric',
  'screen',
  'modal',
  'shell',
  'devtools',
]
const roomOrder = rendererRooms.map((room, index) => {
  const higher = rendererRooms.slice(index + 1).join('|')
  return arrows(
    [`renderer/${room}/**/*.{ts,tsx}`],
    [
      forbid('^#(widgets|server|app|tests)', 'renderer imports schemas only'),
      ...(higher ? [forbid(`^#renderer/(${higher})/`, `${room} comes before what it imports here: hand it in`)] : []),
    ],
  )
})

/** Modules that the engine itself needs; every other module is a business of its own, which the engine does not name. */
const engineModules = new Set(['auth', 'panel', 'persons', 'publishing', 'settings', 'uploads'])
const businessModules = readdirSync('modules').filter((name) => !engineModules.has(name))
const namedModule = {
  // Headers of HTTP begin like the endpoints of a module.
  selector: `Literal[value=/^(?!content-(disposition|encoding|length|range|security-policy|type)$)(${businessModules.join('|')})([-/.].*)?$/]`,
  message: 'the engine names no business module: say it in a document, or in a feature',
}

/** A module, those that it requires, and those that these require. */
function reachOf(module, reached = new Set()) {
  if (reached.has(module)) return reached
  reached.add(module)
  for (const required of JSON.parse(readFileSync(`modules/${module}/module.json`, 'utf8')).requires ?? []) reachOf(required, reached)
  return reached
}

/** A feature of the server uses those of the engine's modules, and of the modules that its own requires. */
const featureReach = readdirSync('modules').map((module) =>
  arrows(
    [`server-mock/features/${module}/**/*.ts`],
    [
      forbid('^#(renderer|widgets|app|tests)', 'the server imports schemas only'),
      forbid(
        `^#server/features/(?!(${[...new Set([...engineModules, ...reachOf(module)])].join('|')})/)`,
        `${module} does not require this module: hand it in, as server-mock/features/index.ts does`,
      ),
    ],
  ),
)

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
      // Prettier breaks what it can; texts, addresses and regular expressions stay whole.
      'max-len': ['error', { code: 140, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true }],
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
  ...roomOrder,
  arrows(['widgets/*.ts'], widgetSees('^#(widgets|server|app|tests)')),
  ...readdirSync('widgets', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => arrows([`widgets/${name}/**/*.{ts,tsx}`], widgetSees(`^#(widgets/(?!${name}/)|server|app|tests)`))),
  arrows(['server-mock/**/*.ts'], [forbid('^#(renderer|widgets|app|tests)', 'the server imports schemas only')]),
  arrows(
    ['server-mock/{model,tasks,plugins,database,documents,publishing}/**/*.ts'],
    [
      forbid('^#(renderer|widgets|app|tests)', 'the server imports schemas only'),
      forbid('^#server/features/', 'features use the rest of the server, never the other way'),
    ],
  ),
  ...featureReach,
  arrows(['app/**/*.{ts,tsx}'], [forbid('^#(server|tests)', 'the panel never imports the server')]),
  {
    files: ['renderer/**/*.{ts,tsx}'],
    ignores: ['renderer/form/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ImportDeclaration[source.value=/^@rjsf/]', message: 'rjsf is imported in form/ only' },
        { selector: "CallExpression[callee.name='fetch']", message: 'renderer/api is the only fetch' },
        namedModule,
      ],
    },
  },
  {
    files: [
      'renderer/{api,form}/**/*.{ts,tsx}',
      'server-mock/{model,tasks,plugins,database,documents,publishing,exports,spreadsheet,html,workers}/**/*.ts',
      'schemas/{rules,check}/**/*.ts',
    ],
    // Configuration, and names of icons.
    ignores: ['server-mock/documents/switchable-modules.ts', 'schemas/rules/icon-names.ts'],
    rules: { 'no-restricted-syntax': ['error', namedModule] },
  },
)
