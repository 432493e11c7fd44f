export { type BuiltInModel, readBuiltInCatalog } from './built-in-catalog.ts';
export type { Directory } from './directory.ts';
export { createDirectorySource } from './directory-source.ts';
export { ensurePhoneModels } from './ensure.ts';
export { importFile } from './import/import.ts';
export { createKnownModels, type KnownModels, type ModelOfListing, modelOfListing, momentOf } from './known-models.ts';
export { nameKeyOf } from './names.ts';
export { findPhoneModel, isCatalogColor, readModelsVersion } from './queries.ts';
export { recognize } from './recognize.ts';
