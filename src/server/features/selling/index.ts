export { requireReadable } from './editing/rules.ts';
export { forgetImports } from './imports/forget.ts';
export { createImporting } from './imports/running.ts';
