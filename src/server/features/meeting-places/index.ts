export { addFirstPlaces, importPlaces } from './commands.ts';
