export { createImporting, forgetImports } from './imports/running.ts';
