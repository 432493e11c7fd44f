export { addFirstPlaces, importPlaces } from './commands.ts';
export { CannotImportPlaces } from './places-file.ts';
