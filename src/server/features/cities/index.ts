export { addFirstCities, importCities } from './commands.ts';
export { type CityColumns, findCityColumns, findPoint, namePoint } from './find-city.ts';
