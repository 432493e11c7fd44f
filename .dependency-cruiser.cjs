const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const TEST = '\\.(test|suite|emulated)\\.tsx?$';

/** Import directions: see docs/decisions/001-architecture.md. */
module.exports = {
  forbidden: [
    forbid('no-cycles', 'Two modules that need each other are one module, or three.', {}, { circular: true }),
    forbid(
      'no-orphans',
      'Nothing uses this file.',
      {
        orphan: true,
        pathNot: [
          '\\.d\\.m?ts$',
          '^src/web/public/',
          '^test/support/doubles/stripe-script\\.js$',
          '^test/process/clock-jump\\.mjs$',
          'vite\\.config\\.ts$',
          'vitest\\.config\\.ts$',
          TEST,
        ],
      },
      {},
    ),
    forbid(
      'contract-is-alone',
      'The contract imports zod and itself.',
      { path: '^src/contract/', pathNot: TEST },
      { pathNot: ['^src/contract/', '^node_modules/zod/'] },
    ),
    forbid(
      'drawing-is-alone',
      'Drawings are made from facts, by the server and the browser alike.',
      { path: '^src/drawing/', pathNot: TEST },
      { pathNot: '^src/drawing/' },
    ),
    forbid('web-without-server', 'The browser reaches the server through its API only.', { path: '^src/web/', pathNot: TEST }, { path: '^src/server/' }),
    forbid('web-without-node', 'A browser has none of Node’s modules.', { path: '^src/web/', pathNot: TEST }, { dependencyTypes: ['core'] }),
    forbid(
      'server-without-web',
      'The server renders pages through the built renderer only.',
      { path: '^src/server/', pathNot: TEST },
      { path: '^src/web/', pathNot: '^src/web/entry\\.server\\.tsx$' },
    ),
    forbid(
      'features-by-the-door',
      'A server feature meets another through its index.ts.',
      { path: '^src/server/features/([^/]+)/', pathNot: TEST },
      { path: '^src/server/features/', pathNot: ['^src/server/features/$1/', '^src/server/features/[^/]+/index\\.ts$'] },
    ),
    forbid(
      'foundation-without-features',
      'http, db, ports and adapters know no feature.',
      { path: '^src/server/(http|db|ports|adapters)/', pathNot: [TEST, '^src/server/db/seed/'] },
      { path: '^src/server/features/' },
    ),
    forbid(
      'rules-are-pure',
      'Rules decide on values: contract and errors only.',
      { path: '/rules\\.ts$' },
      { pathNot: ['^src/contract/', '^src/server/errors\\.ts$', '^src/server/ports/'] },
    ),
    forbid(
      'sql-in-queries',
      'SQL lives in queries.ts, commands.ts and db/.',
      { path: '^src/server/', pathNot: ['(queries|commands)\\.ts$', '^src/server/db/', TEST] },
      { path: '^node_modules/(kysely|pg)/' },
    ),
    forbid(
      'sqlite-in-db',
      'SQL lives in queries.ts, commands.ts and db/.',
      { path: '^src/server/', pathNot: ['^src/server/db/', TEST] },
      { path: 'node:sqlite|^sqlite$' },
    ),
    forbid(
      'fastify-at-the-edge',
      'Rules and queries know nothing of HTTP.',
      { path: '^src/server/', pathNot: ['routes\\.ts$', '^src/server/http/', '^src/server/(app|main|process/(background|jobs))\\.ts$', TEST] },
      { path: '^node_modules/(fastify|@fastify)/' },
    ),
    forbid(
      'adapters-in-composition',
      'Only the composition names adapters.',
      { path: '^src/server/', pathNot: ['^src/server/composition(\\.ts$|/)', '^src/server/adapters/', TEST] },
      { path: '^src/server/adapters/' },
    ),
    forbid(
      'web-adapters-in-composition',
      'Only the composition names adapters.',
      { path: '^src/web/', pathNot: ['^src/web/composition\\.tsx$', '^src/web/adapters/', TEST] },
      { path: '^src/web/adapters/' },
    ),
    forbid(
      'sdks-in-adapters',
      'Provider SDKs live in adapters.',
      { path: '^src/', pathNot: ['^src/(server|web)/adapters/', TEST] },
      { path: '^node_modules/(stripe|@stripe|better-auth|@firebase|nodemailer|@opentelemetry)/' },
    ),
    forbid('ui-knows-no-feature', 'ui is below features and pages.', { path: '^src/web/ui/' }, { path: '^src/web/(features|pages)/' }),
    forbid('features-below-pages', 'Features don’t know pages.', { path: '^src/web/features/' }, { path: '^src/web/pages/' }),
    forbid(
      'web-features-apart',
      'Web features never meet; pages compose them.',
      { path: '^src/web/features/([^/]+)/', pathNot: TEST },
      { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
    ),
    forbid(
      'queries-below-features',
      'src/web/queries holds the calls that several features make; it knows none of them.',
      { path: '^src/web/queries/', pathNot: TEST },
      { path: '^src/web/(features|pages)/' },
    ),
    forbid('no-tests-in-production', 'Production code imports no test code.', { path: '^(src|scripts)/', pathNot: TEST }, { path: [TEST, '^test/'] }),
    forbid('declared', 'Every package that is imported is declared.', {}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
    forbid('resolvable', 'Every import leads somewhere.', {}, { couldNotResolve: true, pathNot: ['dist/', '\\?', '^/@react-refresh$'] }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], extensions: ['.ts', '.tsx', '.js', '.mjs'] },
  },
};
