export { createImporting, forgetImports } from './running.ts';
