/** A city of GeoNames; coordinates in hundredths of a degree. */
export type CitiesTable = {
  /** GeoNames' own number. */
  id: number;
  name: string;
  /** The name, folded, and its first two characters. */
  name_key: string;
  start_key: string;
  /** GeoNames' code of the first administrative division; a state's code in the United States. */
  admin1: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  lat: number;
  lng: number;
  population: number;
};
