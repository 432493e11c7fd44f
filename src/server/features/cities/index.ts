export { CannotImportCities } from './cities-file.ts';
export { addFirstCities, importCities } from './commands.ts';
export { type CityColumns, findCityColumns, findPoint, namePoint } from './find-city.ts';
