export { requireReadable } from './editing/rules.ts';
export { createImporting, forgetImports } from './imports/running.ts';
