export { createDirectory, type Directory } from './directory.ts';
export { createDirectorySource } from './directory-source.ts';
export { ensurePhoneModels } from './ensure.ts';
export { CannotImport } from './import/fault.ts';
export { importFile } from './import/import.ts';
export { type Recognised, recognise } from './recognise.ts';
export { toModelSpecification } from './specification.ts';
export type { ModelFacts } from './written/model.ts';
