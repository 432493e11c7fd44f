export { type BuiltInModel, readBuiltInCatalog } from './built-in-catalog.ts';
export { createDirectory, type Directory } from './directory.ts';
export { createDirectorySource } from './directory-source.ts';
export { ensurePhoneModels } from './ensure.ts';
export { CannotImport } from './import/fault.ts';
export { importFile } from './import/import.ts';
export { createKnownModels, type KnownModels, type ModelOfListing, modelOfListing } from './known-models.ts';
export { findUpdatesSource, readModelsVersion } from './queries.ts';
export { type Recognized, recognize } from './recognize.ts';
